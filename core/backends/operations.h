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

/// Rows of floats that lie `stride` floats apart.
struct Rows
{
    SnugRange range;
    std::uint64_t count = 0, cols = 0, stride = 0;
};

/// Of a matrix of `type`; what comes out is [in.count, rows].
SnugOperation matrixProductOperation(TensorType type, const SnugRange &weights, const Rows &in, const Rows &out,
                                     const SnugRange &bias = {});
SnugOperation normOperation(const Rows &in, const SnugRange &weights, const SnugRange &out, float epsilon);
/// How a head is turned.
struct Turning
{
    std::uint64_t heads = 0, headLength = 0;
    std::uint64_t turned = 0; ///< how much of a head
    bool halves = false;      ///< pairs are of one half and the other; else neighbours
};
SnugOperation rotaryOperation(const Rows &rows, const SnugRange &angles, const Turning &turning);
struct AttentionShape
{
    std::uint64_t sequences = 1, count = 0, keys = 0; ///< queries and keys of one sequence
    std::uint64_t heads = 0, keyHeads = 0, keyLength = 0, valueLength = 0;
    std::uint64_t first = 0;  ///< position of the first query
    std::uint64_t window = 0; ///< 0: all keys before
    float scale = 1, cap = 0; ///< cap 0: none
    std::uint64_t queryStride = 0, keyStride = 0, valueStride = 0;
};
SnugOperation attentionOperation(const AttentionShape &shape, const SnugRange &queries, const SnugRange &keys,
                                 const SnugRange &values, const SnugRange &out, const SnugRange &sinks = {});
/// All three have the same count and cols.
SnugOperation gatedOperation(SnugActivation activation, const Rows &gates, const Rows &ups, const Rows &out);
SnugOperation addOperation(const SnugRange &to, const SnugRange &addend, std::uint64_t count);
SnugOperation gatherOperation(const SnugRange &from, const SnugRange &numbers, const SnugRange &out,
                              std::uint64_t count, std::uint64_t cols);
SnugOperation scatterAddOperation(const SnugRange &from, const SnugRange &numbers, const SnugRange &factors,
                                  const SnugRange &to, std::uint64_t count, std::uint64_t cols);
SnugOperation softCapOperation(const SnugRange &values, std::uint64_t count, float cap);
SnugOperation tokenLossOperation(const SnugRange &logits, const SnugRange &targets, const SnugRange &losses,
                                 std::uint64_t count, std::uint64_t cols);
/// What SNUG_DIVERGENCE gives for a row.
struct TokenComparison
{
    float divergence, baseLoss, otherLoss;
    std::uint32_t baseTop, otherTop;
};
SnugOperation divergenceOperation(const SnugRange &base, const SnugRange &other, const SnugRange &targets,
                                  const SnugRange &figures, std::uint64_t count, std::uint64_t cols);
SnugOperation columnSquaresOperation(const SnugRange &in, const SnugRange &sums, std::uint64_t count,
                                     std::uint64_t cols);

SnugOperation roundRowsOperation(const SnugRange &in, const SnugRange &out, std::uint64_t count, std::uint64_t cols,
                                 SnugRowRounding rounding);

} // namespace snug
