// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is asked of every row beside its conversion: is it finite, and how far is the result from the source.

#pragma once

#include "core/kernels/lanes/neighbours.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What blockkernel.h says of firstNonFinite() and accumulateError(), for one instruction set.
struct RowChecks
{
    SNUG_FN static bool isFinite(float value) { return (bitsOf(value) & 0x7f800000) != 0x7f800000; }

    static long long firstNonFiniteFrom(const float *values, long long begin, long long end)
    {
        for (long long i = begin; i < end; ++i)
            if (!isFinite(values[i]))
                return i;
        return -1;
    }

    static long long firstNonFinite(const float *values, long long count)
    {
        constexpr long long kStride = 256; // a stretch without an early exit becomes vector code
        long long begin = 0;
        for (; begin + kStride <= count; begin += kStride) {
            int found = 0;
            for (long long i = 0; i < kStride; ++i)
                found |= !isFinite(values[begin + i]);
            if (found)
                return firstNonFiniteFrom(values, begin, begin + kStride);
        }
        return firstNonFiniteFrom(values, begin, count);
    }

    template <class L>
    static void accumulateError(const float *a, const float *b, long long count, double *signal, double *noise)
    {
        constexpr int kSums = 8;
        double signals[kSums] = {};
        double noises[kSums] = {};
        long long i = count / kSums * kSums;
        Neighbours<L>::addSquares(a, b, i, signals, noises);
        for (int k = 0; i < count; ++i, ++k) {
            const double value = a[i];
            const double error = value - b[i];
            signals[k] += value * value;
            noises[k] += error * error;
        }
        for (int k = 0; k < kSums; ++k) {
            *signal += signals[k];
            *noise += noises[k];
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
