// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads the tensors of a quantized matrix bit by bit, as the formats are described, sharing no code with exporters.

#pragma once

#include "tests/exporters/assembled.h"

namespace snug::test {

/// Field number `index` of `bits` bits in a little-endian stream.
unsigned bitField(std::span<const std::byte> bytes, std::uint64_t index, int bits);

/// Weights [rows * cols] that the tensors stand for.
std::vector<float> readPlainly(const Scheme &scheme, const Matrix &matrix, const Assembled &assembled);

} // namespace snug::test
