// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// LLM.int8 of bitsandbytes: rows of halves as eight-bit integers, one largest magnitude a row.

#pragma once

#include "core/kernels/checkpoint/magnitude.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Shapes, rounding and errors: see bnbkernels.h.
template <class L> struct Int8Rows
{
    using V = Neighbours<L>;
    using F = typename V::F;
    using I = typename V::I;
    using One = Int8Rows<ScalarLane>;

    SNUG_FN static bool toRows(const float *values, long long rows, long long cols, signed char *codes, float *absmax)
    {
        for (long long row = 0; row < rows; ++row) {
            // Rounding keeps the order, so that the largest half is that of the largest weight.
            const uint16_t largest = halfFromFloat(largestMagnitudeOf<L>(values + row * cols, cols));
            if (!isFiniteHalf(largest))
                return false;
            absmax[row] = halfToFloat(largest);
            // Rounded twice, as torch divides a number by a tensor. Zeros stay zeros with any finite factor.
            const float scale = largest == 0 ? 0.0f : 1.0f / absmax[row] * 127.0f;
            toCodes(values + row * cols, cols, scale, codes + row * cols);
        }
        return true;
    }

    SNUG_FN static void fromRows(const signed char *codes, long long rows, long long cols, const float *absmax,
                                 float *values)
    {
        for (long long row = 0; row < rows; ++row)
            toValues(codes + row * cols, cols, absmax[row], values + row * cols);
    }

    /// Nearest, ties to even.
    SNUG_FN static void toCodes(const float *values, long long count, float scale, signed char *codes)
    {
        long long i = 0;
        for (; i + V::kCount <= count; i += V::kCount) {
            const F half = V::roundToHalf(V::load(values + i));
            V::storeBytes(V::nearestInt(half * F(scale)), reinterpret_cast<unsigned char *>(codes + i));
        }
        if constexpr (V::kCount > 1)
            One::toCodes(values + i, count - i, scale, codes + i);
    }

    SNUG_FN static void toValues(const signed char *codes, long long count, float absmax, float *values)
    {
        long long i = 0;
        for (; i + V::kCount <= count; i += V::kCount) {
            const I byte = V::loadBytes(reinterpret_cast<const unsigned char *>(codes + i));
            const I code = ((byte + I(128)) & I(255)) + I(-128);
            V::store(V::toFloat(code) * F(absmax) * F(7.874015718698502e-3f), values + i);
        }
        if constexpr (V::kCount > 1)
            One::toValues(codes + i, count - i, absmax, values + i);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
