// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scales as files keep them: floats of 32 or 16 bits, little-endian, at any address.

#pragma once

#include "core/formats/tensortype.h"
#include "core/kernels/checkpoint/groupkernels.h"

#include <cstddef>
#include <cstdint>

namespace snug {

/// What scales of a matrix of that type are kept as, where a format keeps them in it.
kernels::ScaleFormat scaleFormatOf(TensorType type);
std::uint64_t scaleBytes(kernels::ScaleFormat format);

/// Rounds to nearest, ties to even; a value beyond the format becomes infinity.
void storeScale(kernels::ScaleFormat format, float value, std::byte *to);
float loadScale(kernels::ScaleFormat format, const std::byte *from);
/// The value as the format keeps it.
float roundScale(kernels::ScaleFormat format, float value);
/// As roundScale(), for dividing by: never below the smallest that the format keeps whole, so that tiny weights do not
/// make it zero; 1 for 0.
float divisorScale(kernels::ScaleFormat format, float value);

void storeScales(kernels::ScaleFormat format, const float *values, std::uint64_t count, std::byte *to);
void loadScales(kernels::ScaleFormat format, const std::byte *from, std::uint64_t count, float *values);

} // namespace snug
