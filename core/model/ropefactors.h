// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rotary frequency factors that a checkpoint's configuration implies.

#pragma once

#include "core/model/checkpointconfig.h"

namespace snug {

/// Adds rope_freqs.weight (F32, headLength / 2) for rope type "llama3" of the architecture llama, rope_factors_long and
/// _short.weight for "longrope" of phi3; nothing for others.
/// Source: the scaling rule of Llama 3.1 as the reference's converter computes it, in single precision.
void addRopeFactors(Model &model, const CheckpointConfig &config);

} // namespace snug
