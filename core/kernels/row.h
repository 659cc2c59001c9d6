// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Walks a row in batches of one block a lane, and makes a type's row of the kernel table.

#pragma once

#include "core/kernels/blockkernel.h"
#include "core/kernels/isa.h"

#include <stddef.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

enum class WeightUse {
    None,     ///< importance weights do not change the bytes
    PerBlock, ///< a block looks at its own weights alone
    WholeRow, ///< every block looks at the mean square of the row
};

/// Consecutive blocks of a row, as many as there are lanes. At the end of a row the last ones are padding.
struct Batch
{
    const float *values;
    const float *weights; ///< null without importance weights
    float rowMeanSquare;  ///< of the whole row; set for WeightUse::WholeRow with weights
    int count;            ///< blocks that are not padding, 1 .. lanes
};

/// Summed in index order, as every sum whose result decides bytes.
SNUG_FN inline float rowMeanSquare(const float *values, long long cols)
{
    float sum = 0;
    for (long long i = 0; i < cols; ++i)
        sum += values[i] * values[i];
    return sum / static_cast<float>(cols);
}

/// Quantizes the last batch of a row when it does not fill the lanes: over a copy padded with zeros.
template <class L, class Type> void quantizePadded(const Batch &batch, typename Type::Block *out)
{
    constexpr int kLength = Type::kBlockLength;
    float values[L::kWidth * kLength] = {};
    float weights[L::kWidth * kLength] = {};
    typename Type::Block blocks[L::kWidth];

    const size_t bytes = sizeof(float) * kLength * static_cast<size_t>(batch.count);
    __builtin_memcpy(values, batch.values, bytes);
    if (batch.weights)
        __builtin_memcpy(weights, batch.weights, bytes);
    Type::template quantize<L>({values, batch.weights ? weights : nullptr, batch.rowMeanSquare, batch.count}, blocks);
    __builtin_memcpy(out, blocks, sizeof(typename Type::Block) * static_cast<size_t>(batch.count));
}

template <class L, class Type>
bool quantizeRow(const float *values, unsigned char *out, long long cols, const float *weights)
{
    if (Type::kWeightUse == WeightUse::None)
        weights = nullptr;
    const bool wholeRow = Type::kWeightUse == WeightUse::WholeRow && weights;
    const float meanSquare = wholeRow ? rowMeanSquare(values, cols) : 0.0f;
    const long long blocks = cols / Type::kBlockLength;

    bool finite = true;
    for (long long first = 0; first < blocks; first += L::kWidth) {
        const int count = blocks - first < L::kWidth ? static_cast<int>(blocks - first) : L::kWidth;
        const long long column = first * Type::kBlockLength;
        const Batch batch{values + column, weights ? weights + column : nullptr, meanSquare, count};
        auto *target = reinterpret_cast<typename Type::Block *>(out) + first;
        if (count == L::kWidth)
            Type::template quantize<L>(batch, target);
        else
            quantizePadded<L, Type>(batch, target);
        for (int k = 0; k < count; ++k)
            finite &= Type::isFinite(target[k]);
    }
    return finite;
}

template <class L, class Type> void dequantizeRow(const unsigned char *in, float *values, long long cols)
{
    const auto *blocks = reinterpret_cast<const typename Type::Block *>(in);
    for (long long block = 0; block < cols / Type::kBlockLength; ++block)
        if constexpr (requires { Type::template dequantize<L>(*blocks, values); })
            Type::template dequantize<L>(blocks[block], values + block * Type::kBlockLength);
        else // the same for all lanes
            Type::dequantize(blocks[block], values + block * Type::kBlockLength);
}

template <class Type> bool isFiniteBlock(const unsigned char *block)
{
    return Type::isFinite(*reinterpret_cast<const typename Type::Block *>(block));
}

template <class L, class Type> constexpr BlockKernel blockKernel()
{
    return {Type::kName,
            Type::kBlockLength,
            sizeof(typename Type::Block),
            Type::kWeightUse != WeightUse::None,
            Type::kWeightUse == WeightUse::WholeRow,
            quantizeRow<L, Type>,
            dequantizeRow<L, Type>,
            isFiniteBlock<Type>};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
