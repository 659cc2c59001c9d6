// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/operations.h"

#include <algorithm>
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

} // namespace snug
