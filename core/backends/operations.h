// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The named operations as functions: each makes the descriptor that a stream runs. Shapes are in abi.h.

#pragma once

#include "core/backends/abi.h"
#include "core/formats/tensortype.h"

#include <cstdint>

namespace snug {

constexpr std::uint64_t kErrorStretch = 256;   ///< weights behind one pair of error sums
constexpr std::uint32_t kNoIndex = 0xffffffff; ///< what firstNonFinite gives when all are finite

/// Words of a flag set for so many blocks.
constexpr std::uint64_t flagWords(std::uint64_t blocks) { return (blocks + 31) / 32; }
constexpr std::uint64_t errorStretches(std::uint64_t weights) { return (weights + kErrorStretch - 1) / kErrorStretch; }

/// Where a run of weights lies in rows of `cols`; its first weight is in column `firstColumn`.
struct RowPlace
{
    std::uint64_t cols = 0, firstColumn = 0;
};

SnugOperation dequantizeOperation(TensorType type, const SnugRange &blocks, const SnugRange &values,
                                  std::uint64_t count);
/// `importance` and `rowSquares` may be empty ranges.
SnugOperation quantizeOperation(TensorType type, const SnugRange &values, const SnugRange &blocks,
                                const SnugRange &flags, std::uint64_t count, const SnugRange &importance = {},
                                const SnugRange &rowSquares = {}, RowPlace place = {});
SnugOperation rowMeanSquaresOperation(const SnugRange &values, const SnugRange &means, const SnugRange &flags,
                                      std::uint64_t rows, std::uint64_t cols);
SnugOperation firstNonFiniteOperation(const SnugRange &values, const SnugRange &index, std::uint64_t count);
/// `flags` may be an empty range.
SnugOperation errorSumsOperation(const SnugRange &values, const SnugRange &results, const SnugRange &flags,
                                 const SnugRange &sums, std::uint64_t count, std::uint64_t blockLength);

} // namespace snug
