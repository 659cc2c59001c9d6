// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernels of productkernels.h on one lane type. The decoders of types/ hand every vector of weights over as it is
// made; here it is multiplied at once. Sources in sets/ make one table each.

#pragma once

#include "core/kernels/forward/productkernels.h"
#include "core/kernels/types/iq4_nl.h"
#include "core/kernels/types/iq4_xs.h"
#include "core/kernels/types/mxfp4.h"
#include "core/kernels/types/nvfp4.h"
#include "core/kernels/types/plain.h"
#include "core/kernels/types/q2_k.h"
#include "core/kernels/types/q3_k.h"
#include "core/kernels/types/q4_0.h"
#include "core/kernels/types/q4_1.h"
#include "core/kernels/types/q4_k.h"
#include "core/kernels/types/q6_k.h"
#include "core/kernels/types/q8_0.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

extern const ProductKernels kProductKernels;

/// Sums of one row of weights and `Rows` rows of floats. A row's vectors go to its two sums in turn, so that an
/// addition need not wait for the last; the same for any number of rows, so that results do not depend on what else is
/// computed.
template <class L, int Rows> struct ProductSums
{
    using V = Neighbours<L>;
    using F = typename V::F;
    F at[Rows][2];

    SNUG_INLINE ProductSums()
    {
        for (auto &row : at)
            for (F &part : row)
                part = F(0.0f);
    }
    SNUG_INLINE float total(int row) const { return V::sumOfLanes(at[row][0] + at[row][1]); }
};

/// An `Out` for decoders (lanes/neighbours.h): multiplies instead of storing.
template <class L, int Rows> struct ProductOut
{
    const float *in; ///< of the first row, from the place of the next weights on
    long long stride;
    ProductSums<L, Rows> *sums;

    SNUG_INLINE ProductOut operator+(long long i) const { return {in + i, stride, sums}; }
};

template <class L, int Rows> SNUG_INLINE void put(ProductOut<L, Rows> out, int i, typename Neighbours<L>::F value)
{
    using V = Neighbours<L>;
    for (int row = 0; row < Rows; ++row) {
        auto &sums = out.sums->at[row];
        const auto sum = V::multiplyAdd(value, V::load(out.in + row * out.stride + i), sums[0]);
        sums[0] = sums[1]; // turned round, for which is next is not known while compiling
        sums[1] = sum;
    }
}

/// Asks for the `Bytes` bytes that lie this far ahead, which may be beyond the weights. Measured with 120 MB of weights
/// on one core of a Xeon with AVX-512, gigabytes per second with 0, 512, 1024, 2048 and 4096 bytes:
/// Q8_0 5.5, 6.8, 7.8, 8.6, 8.0; Q4_0 2.0, 3.9, 5.6, 6.2, 6.3; Q6_K 4.3, 5.0, 5.3, 5.9, 4.6;
/// F16 8.9, 9.4, 9.7, 10.5, 9.3.
template <int Bytes> SNUG_INLINE void prefetch(const unsigned char *from)
{
    constexpr int kAhead = 2048, kLine = 64;
    for (int line = 0; line < Bytes; line += kLine)
        __builtin_prefetch(from + kAhead + line);
}

/// A row of blocks.
template <class L, class Type> struct BlockRow
{
    using Block = typename Type::Block;
    SNUG_INLINE static long long bytes(long long cols)
    {
        return cols / Type::kBlockLength * static_cast<long long>(sizeof(Block));
    }

    template <int Rows>
    SNUG_INLINE static void multiply(const unsigned char *weights, long long cols, const float *in, float (&out)[Rows])
    {
        ProductSums<L, Rows> sums;
        const auto *blocks = reinterpret_cast<const Block *>(weights);
        const ProductOut<L, Rows> row{in, cols, &sums};
        for (long long block = 0; block < cols / Type::kBlockLength; ++block) {
            prefetch<sizeof(Block)>(weights + block * static_cast<long long>(sizeof(Block)));
            Type::template dequantize<L>(blocks[block], row + block * Type::kBlockLength);
        }
        for (int t = 0; t < Rows; ++t)
            out[t] = sums.total(t);
    }
};

/// A row of numbers of their own. Format has kBytes, load<V>() for a vector and one() for a number.
template <class L, class Format> struct PlainRow
{
    using V = Neighbours<L>;
    SNUG_INLINE static long long bytes(long long cols) { return cols * Format::kBytes; }

    template <int Rows>
    SNUG_INLINE static void multiply(const unsigned char *weights, long long cols, const float *in, float (&out)[Rows])
    {
        constexpr int kCount = V::kCount;
        ProductSums<L, Rows> sums;
        const ProductOut<L, Rows> row{in, cols, &sums};
        long long i = 0;
        for (; i + 4 * kCount <= cols; i += 4 * kCount) {
            prefetch<4 * kCount * Format::kBytes>(weights + i * Format::kBytes);
            for (int k = 0; k < 4 * kCount; k += kCount)
                put<L>(row + i, k, Format::template load<V>(weights + (i + k) * Format::kBytes));
        }
        for (; i + kCount <= cols; i += kCount)
            put<L>(row + i, 0, Format::template load<V>(weights + i * Format::kBytes));
        for (int t = 0; t < Rows; ++t) {
            out[t] = sums.total(t);
            for (long long rest = i; rest < cols; ++rest)
                out[t] += Format::one(weights + rest * Format::kBytes) * in[t * cols + rest];
        }
    }
};

SNUG_INLINE uint16_t stored16(const unsigned char *from) { return static_cast<uint16_t>(from[0] | from[1] << 8); }

struct FloatNumbers
{
    static constexpr int kBytes = 4;
    template <class V> SNUG_INLINE static typename V::F load(const unsigned char *from)
    {
        return V::load(reinterpret_cast<const float *>(from));
    }
    SNUG_INLINE static float one(const unsigned char *from) { return floatOf(loadWord(from)); }
};

struct HalfNumbers
{
    static constexpr int kBytes = 2;
    template <class V> SNUG_INLINE static typename V::F load(const unsigned char *from)
    {
        if constexpr (V::kLoadsHalves) {
            return V::loadHalves(from);
        } else {
            float values[V::kCount];
            for (int i = 0; i < V::kCount; ++i)
                values[i] = one(from + 2 * i);
            return V::load(values);
        }
    }
    SNUG_INLINE static float one(const unsigned char *from) { return halfToFloat(stored16(from)); }
};

struct BfloatNumbers
{
    static constexpr int kBytes = 2;
    template <class V> SNUG_INLINE static typename V::F load(const unsigned char *from) { return V::loadBfloats(from); }
    SNUG_INLINE static float one(const unsigned char *from) { return bfloatToFloat(stored16(from)); }
};

/// One row of weights with `Rows` rows from `in` on.
template <class Row, int Rows>
void multiplySome(const unsigned char *weights, long long cols, const float *in, float *out, long long stride)
{
    float results[Rows];
    Row::template multiply<Rows>(weights, cols, in, results);
    for (int t = 0; t < Rows; ++t)
        out[t * stride] = results[t];
}

/// Fours, then a pair, then a single one: a row of weights stays in the nearest cache between them.
template <class Row>
void multiplyRows(const unsigned char *weights, long long rows, long long cols, const float *in, long long count,
                  float *out, long long stride)
{
    const long long rowBytes = Row::bytes(cols);
    for (long long row = 0; row < rows; ++row, weights += rowBytes) {
        long long t = 0;
        for (; t + 4 <= count; t += 4)
            multiplySome<Row, 4>(weights, cols, in + t * cols, out + t * stride + row, stride);
        for (; t + 2 <= count; t += 2)
            multiplySome<Row, 2>(weights, cols, in + t * cols, out + t * stride + row, stride);
        if (t < count)
            multiplySome<Row, 1>(weights, cols, in + t * cols, out + t * stride + row, stride);
    }
}

template <class L, class Type> constexpr ProductKernel productKernel()
{
    return {Type::kName, multiplyRows<BlockRow<L, Type>>};
}

template <class L>
inline constexpr ProductKernel kProductTable[] = {
    {"F32", multiplyRows<PlainRow<L, FloatNumbers>>},
    {"F16", multiplyRows<PlainRow<L, HalfNumbers>>},
    {"BF16", multiplyRows<PlainRow<L, BfloatNumbers>>},
    productKernel<L, Q8_0>(),
    productKernel<L, Q4_0>(),
    productKernel<L, Q4_1>(),
    productKernel<L, Q5_0>(),
    productKernel<L, Q5_1>(),
    productKernel<L, Q2_K>(),
    productKernel<L, Q3_K>(),
    productKernel<L, Q4_K>(),
    productKernel<L, Q5_K>(),
    productKernel<L, Q6_K>(),
    productKernel<L, IQ4_NL>(),
    productKernel<L, IQ4_XS>(),
    productKernel<L, MXFP4>(),
    productKernel<L, NVFP4>(),
};

template <class L> constexpr ProductKernels productKernelsOf()
{
    return {kProductTable<L>, static_cast<int>(sizeof(kProductTable<L>) / sizeof(ProductKernel))};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
