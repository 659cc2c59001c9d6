// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rotary frequency factors that a checkpoint's configuration implies.

#pragma once

#include "core/model/checkpointconfig.h"

namespace snug {

/// Adds rope_freqs.weight (F32, headLength / 2) for rope type "llama3"; nothing for other types.
/// Source: the scaling rule of Llama 3.1 as the reference's converter computes it, in single precision.
void addRopeFactors(Model &model, const CheckpointConfig &config);

} // namespace snug
