// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/operations.h"

#include <algorithm>
#include <bit>
#include <initializer_list>

namespace snug {

namespace {

SnugOperation operation(std::uint32_t name, TensorType type, std::initializer_list<SnugRange> operands,
                        std::initializer_list<std::uint64_t> numbers)
{
    SnugOperation made{};
    made.name = name;
    made.type = static_cast<std::uint32_t>(type);
    std::copy(operands.begin(), operands.end(), made.operands);
    std::copy(numbers.begin(), numbers.end(), made.numbers);
    return made;
}

SnugOperation floats(std::uint32_t name, std::initializer_list<SnugRange> operands,
                     std::initializer_list<std::uint64_t> numbers)
{
    return operation(name, TensorType::F32, operands, numbers);
}

/// As a number of an operation.
std::uint64_t bitsOf(float value) { return std::bit_cast<std::uint32_t>(value); }

} // namespace

SnugOperation dequantizeOperation(TensorType type, const SnugRange &blocks, const SnugRange &values,
                                  std::uint64_t count)
{
    return operation(SNUG_DEQUANTIZE, type, {blocks, values}, {count});
}

SnugOperation quantizeOperation(TensorType type, const SnugRange &values, const SnugRange &blocks,
                                const SnugRange &flags, std::uint64_t count, const SnugRange &importance,
                                const SnugRange &rowSquares, RowPlace place)
{
    return operation(SNUG_QUANTIZE, type, {values, blocks, flags, importance, rowSquares},
                     {count, place.cols, place.firstColumn});
}

SnugOperation rowMeanSquaresOperation(const SnugRange &values, const SnugRange &means, const SnugRange &flags,
                                      std::uint64_t rows, std::uint64_t cols)
{
    return operation(SNUG_ROW_MEAN_SQUARES, TensorType::F32, {values, means, flags}, {rows, cols});
}

SnugOperation firstNonFiniteOperation(const SnugRange &values, const SnugRange &index, std::uint64_t count)
{
    return operation(SNUG_FIRST_NONFINITE, TensorType::F32, {values, index}, {count});
}

SnugOperation errorSumsOperation(const SnugRange &values, const SnugRange &results, const SnugRange &flags,
                                 const SnugRange &sums, std::uint64_t count, std::uint64_t blockLength)
{
    return operation(SNUG_ERROR_SUMS, TensorType::F32, {values, results, flags, sums}, {count, blockLength});
}

SnugOperation matrixProductOperation(TensorType type, const SnugRange &weights, const Rows &in, const Rows &out,
                                     const SnugRange &bias)
{
    return operation(SNUG_MATRIX_PRODUCT, type, {weights, in.range, out.range, bias},
                     {in.count, out.cols, in.cols, out.stride});
}

SnugOperation normOperation(const Rows &in, const SnugRange &weights, const SnugRange &out, float epsilon)
{
    return floats(SNUG_ROOT_MEAN_SQUARE_NORM, {in.range, weights, out},
                  {in.count, in.cols, in.stride, bitsOf(epsilon)});
}

SnugOperation rotaryOperation(const Rows &rows, const SnugRange &angles, const Turning &turning)
{
    return floats(SNUG_ROTARY_EMBEDDING, {rows.range, angles},
                  {rows.count, turning.heads, turning.headLength, turning.turned, rows.stride, turning.halves});
}

SnugOperation attentionOperation(const AttentionShape &shape, const SnugRange &queries, const SnugRange &keys,
                                 const SnugRange &values, const SnugRange &out, const SnugRange &sinks)
{
    return floats(SNUG_ATTENTION, {queries, keys, values, out, sinks},
                  {shape.sequences, shape.count, shape.keys, shape.heads, shape.keyHeads, shape.keyLength,
                   shape.valueLength, shape.first, shape.window, bitsOf(shape.scale), bitsOf(shape.cap),
                   shape.queryStride, shape.keyStride, shape.valueStride});
}

SnugOperation gatedOperation(SnugActivation activation, const Rows &gates, const Rows &ups, const Rows &out)
{
    return floats(
        SNUG_GATED_ACTIVATION, {gates.range, ups.range, out.range},
        {gates.count, gates.cols, gates.stride, ups.stride, out.stride, static_cast<std::uint64_t>(activation)});
}

SnugOperation addOperation(const SnugRange &to, const SnugRange &addend, std::uint64_t count)
{
    return floats(SNUG_ADD, {to, addend}, {count});
}

SnugOperation gatherOperation(const SnugRange &from, const SnugRange &numbers, const SnugRange &out,
                              std::uint64_t count, std::uint64_t cols)
{
    return floats(SNUG_GATHER_ROWS, {from, numbers, out}, {count, cols});
}

SnugOperation scatterAddOperation(const SnugRange &from, const SnugRange &numbers, const SnugRange &factors,
                                  const SnugRange &to, std::uint64_t count, std::uint64_t cols)
{
    return floats(SNUG_SCATTER_ADD_ROWS, {from, numbers, factors, to}, {count, cols});
}

SnugOperation softCapOperation(const SnugRange &values, std::uint64_t count, float cap)
{
    return floats(SNUG_SOFT_CAP, {values}, {count, bitsOf(cap)});
}

SnugOperation tokenLossOperation(const SnugRange &logits, const SnugRange &targets, const SnugRange &losses,
                                 std::uint64_t count, std::uint64_t cols)
{
    return floats(SNUG_TOKEN_LOSS, {logits, targets, losses}, {count, cols});
}

SnugOperation divergenceOperation(const SnugRange &base, const SnugRange &other, const SnugRange &targets,
                                  const SnugRange &figures, std::uint64_t count, std::uint64_t cols)
{
    return floats(SNUG_DIVERGENCE, {base, other, targets, figures}, {count, cols});
}

SnugOperation columnSquaresOperation(const SnugRange &in, const SnugRange &sums, std::uint64_t count,
                                     std::uint64_t cols)
{
    return floats(SNUG_COLUMN_SQUARES, {in, sums}, {count, cols});
}

SnugOperation roundRowsOperation(const SnugRange &in, const SnugRange &out, std::uint64_t count, std::uint64_t cols,
                                 SnugRowRounding rounding)
{
    return floats(SNUG_ROUND_ROWS, {in, out}, {count, cols, static_cast<std::uint64_t>(rounding)});
}

} // namespace snug
