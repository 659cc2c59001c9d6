// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The keys a GGUF of a checkpoint carries, apart from the tokenizer's.

#pragma once

#include "core/model/checkpointconfig.h"

namespace snug {

/// Appends general.* and ARCHITECTURE.* keys to model.metadata, in the order and types the reference's converter
/// writes them, by the rules of config.family, which must not be null. Needs a finished inventory. Notes scaling types
/// GGUF cannot carry. Source: convert_hf_to_gguf of the reference, v0.5.0.
void addCheckpointMetadata(Model &model, const CheckpointConfig &config);

} // namespace snug
