// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The lane type of plain floats: one block at a time. It also states what every lane type must offer, see README.md.

#pragma once

#include "core/kernels/floatbits.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Operators + - * / (and unary -) on F, < <= > >= == on F, + and & on I, & and | on M are the types' own; a float
/// converts to an F and an int to an I with that value in every lane.
struct ScalarLane
{
    static constexpr int kWidth = 1;
    using F = float;
    using I = int;
    using M = bool;
    using One = ScalarLane; ///< the same operations one at a time

    SNUG_FN static F load(const float *from) { return *from; }
    SNUG_FN static void store(F value, float *to) { *to = value; }

    /// out[i] holds, in lane k, from[k * stride + i].
    template <int N> SNUG_FN static void loadColumns(const float *from, int, F (&out)[N])
    {
        for (int i = 0; i < N; ++i)
            out[i] = from[i];
    }
    /// The low byte of values[i], lane k, goes to to[k * stride + i].
    template <int N> SNUG_FN static void storeColumns(const I (&values)[N], unsigned char *to, int)
    {
        for (int i = 0; i < N; ++i)
            to[i] = static_cast<unsigned char>(values[i]);
    }

    /// kWidth packed codes, as numbers of 16 bits without a sign.
    SNUG_FN static I loadCodes(const uint16_t *from) { return *from; }
    SNUG_FN static I load(const int *from) { return *from; }
    SNUG_FN static void store(I value, int *to) { *to = value; }

    SNUG_FN static F select(M condition, F yes, F no) { return condition ? yes : no; }
    SNUG_FN static I select(M condition, I yes, I no) { return condition ? yes : no; }
    /// The value where the condition holds, +0 elsewhere.
    SNUG_FN static F keep(M condition, F value) { return condition ? value : 0.0f; }
    SNUG_FN static I keep(M condition, I value) { return condition ? value : 0; }
    SNUG_FN static bool any(M condition) { return condition; }
    /// Bit k for lane k.
    SNUG_FN static unsigned bits(M condition) { return condition; }
    SNUG_FN static M differ(I a, I b) { return a != b; }
    SNUG_FN static M below(I a, int bound) { return a < bound; }

    /// The number of each lane: 0, 1, 2 ..
    SNUG_FN static I laneNumbers() { return 0; }
    template <int Bits> SNUG_FN static I shiftLeft(I value) { return value << Bits; }
    template <int Bits> SNUG_FN static I shiftRight(I value) { return value >> Bits; } ///< values >= 0
    /// table[low two bits of the lane's index].
    SNUG_FN static F lookup4(const float *table, I index) { return table[index & 3]; }
    /// table[low three bits of the lane's index].
    SNUG_FN static F lookup8(const float *table, I index) { return table[index & 7]; }
    SNUG_FN static I lookup8(const int *table, I index) { return table[index & 7]; }
    /// The value with its lowest three bits replaced by a number 0 .. 7, and that number.
    SNUG_FN static F tag(F value, int number) { return floatOf((bitsOf(value) & ~7u) | static_cast<uint32_t>(number)); }
    SNUG_FN static I tagOf(F value) { return static_cast<int>(bitsOf(value) & 7u); }
    SNUG_FN static F min(F a, F b) { return a < b ? a : b; } ///< b where either is NaN
    SNUG_FN static F max(F a, F b) { return a > b ? a : b; } ///< b where either is NaN
    SNUG_FN static float smallest(F value) { return value; } ///< over all lanes; any of them where one is NaN

    /// a * b + c, rounded once where the instruction set does that, which no two lane types need to agree on.
    SNUG_FN static F multiplyAdd(F a, F b, F c) { return a * b + c; }
    SNUG_FN static float sumOfLanes(F value) { return value; } ///< in whatever order

    SNUG_FN static F abs(F value) { return floatOf(bitsOf(value) & 0x7fffffff); }
    SNUG_FN static F sqrt(F value) { return __builtin_sqrtf(value); }
    SNUG_FN static F toFloat(I value) { return static_cast<float>(value); }
    /// 2^exponent for exponents of -126 .. 127.
    SNUG_FN static F powerOfTwo(I exponent) { return floatOf(static_cast<uint32_t>(exponent + 127) << 23); }
    SNUG_FN static I clamp(I value, int low, int high)
    {
        value = value < low ? low : value;
        return value > high ? high : value;
    }

    /// Nearest integer, ties to even, where |value| < 2^22; elsewhere, NaN included, what this arithmetic gives.
    SNUG_FN static I nearestInt(F value)
    {
        // 1.5 * 2^23: adding it leaves the rounded integer in the low mantissa bits.
        F sum = value + 12582912.0f;
#ifdef __CUDA_ARCH__
        // Processors make NaNs with the mantissa 0x400000, CUDA devices with 0x7fffff.
        sum = sum == sum ? sum : floatOf(0x7fc00000u);
#endif
        return static_cast<int>(bitsOf(sum) & 0x007fffff) - 0x00400000;
    }
    /// Towards zero. Outside an int's range, and for NaN, the low byte is 0 and the rest unspecified.
    SNUG_FN static I truncate(F value) { return static_cast<int>(abs(value) < 2147483648.0f ? value : 0.0f); }
    /// Nearest integer, ties away from zero, where |value| < 2^22; beyond as truncate().
    SNUG_FN static I roundAway(F value)
    {
        // The float below one half: no sum of it and a value under a tie rounds up to the next integer.
        const uint32_t sign = bitsOf(value) & 0x80000000u;
        return truncate(value + floatOf(bitsOf(0.49999997f) | sign));
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
