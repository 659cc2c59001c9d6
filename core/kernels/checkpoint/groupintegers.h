// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Groups of integer codes: from weights and back.

#pragma once

#include "core/kernels/checkpoint/groupsearch.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// code = round(clamp(value / scale + zero)), ties to even, for neighbours V at once from `begin` on; returns where it
/// stopped. As in compressed-tensors the sum is one of signed codes.
template <class V>
long long codeIntegers(const float *values, long long begin, long long count, float scale, float zero, float half,
                       unsigned char *codes)
{
    using F = typename V::F;
    const F divisor(scale), offset(zero - half), low(-half), high(half - 1.0f);
    const typename V::I middle(static_cast<int>(half));
    long long i = begin;
    for (; i + V::kCount <= count; i += V::kCount) {
        const F exact = V::load(values + i) / divisor + offset;
        V::storeBytes(V::nearestInt(V::max(V::min(exact, high), low)) + middle, codes + i);
    }
    return i;
}

/// What groupkernels.h says, for one instruction set.
template <class L> struct GroupIntegers
{
    static bool toIntegers(const float *values, long long groups, long long length, const IntegerCoding &coding,
                           unsigned char *codes, float *scales, unsigned char *zeros)
    {
        const IntegerLevels levels(coding);
        const bool search = coding.search && coding.bits < 8; // 255 steps leave nothing to gain by cutting ends off
        for (long long g = 0; g < groups; ++g, values += length, codes += length) {
            const GroupRange range = rangeOf<L>(values, length);
            ScaleZeros<1> found = scaleFromExtremes(range, coding, levels);
            if (!(ScalarLane::abs(found.scale[0]) < __builtin_inff()))
                return false;
            if (search && peakOf(range) > 0.0f)
                found = GroupSearch<L>(values, length, range, coding).find(found);
            scales[g] = found.scale[0];
            if (zeros)
                zeros[g] = static_cast<unsigned char>(found.zero[0]);
            const auto code = [&](auto neighbours, long long from) {
                return codeIntegers<decltype(neighbours)>(values, from, length, found.scale[0], found.zero[0],
                                                          levels.half, codes);
            };
            code(Neighbours<ScalarLane>(), code(Neighbours<L>(), 0));
        }
        return true;
    }

    static void fromIntegers(const unsigned char *codes, long long groups, long long length, const float *scales,
                             const unsigned char *zeros, float *values)
    {
        for (long long g = 0; g < groups; ++g, values += length, codes += length) {
            const float scale = scales[g];
            const int zero = zeros[g];
            for (long long i = 0; i < length; ++i)
                values[i] = static_cast<float>(codes[i] - zero) * scale;
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
