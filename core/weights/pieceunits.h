// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Decoding of stored weights into what a slot holds, in place: the stored bytes lie at the end of where the decoded
// ones will be, and as each step writes no more than it and those before have read, nothing is overwritten too early.

#pragma once

#include "core/formats/tensortype.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace snug {

/// Value `index` of a run of F32, F16 or BF16.
float plainValue(const std::byte *values, std::size_t index, TensorType type);

/// Plain weights plus a number, as F32. `stored` may be the tail of `out`.
void addToEach(float addend, std::span<const std::byte> stored, TensorType type, std::span<std::byte> out);

/// A row of F8_E4M3 (4 bits of exponent, bias 7; no infinity, 0x7F and 0xFF are NaN) times the scales of its blocks of
/// `scaleCols`, as F32. `stored` may be the tail of `out` or lie before it ends. One rounding, as the reference: value
/// times scale in single precision.
void decodeFp8(std::span<const std::byte> stored, const std::byte *scales, TensorType scaleType, std::size_t scaleCols,
               std::byte *out);

/// Blocks of 32 4-bit floats: an exponent and 16 bytes with neighbours side by side become an exponent and 16 bytes
/// with neighbours half a block apart. `stored` has 16 bytes for each of `exponents`, and may be the tail of `out`.
void repackMxfp4(std::span<const std::byte> stored, std::span<const std::byte> exponents, std::byte *out);

} // namespace snug
