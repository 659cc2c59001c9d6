// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The other way to use lanes: neighbouring numbers of a row at once, for work in which every number stands alone, as
// in reading blocks back. (In searches a lane is a block, because sums must keep their order.)

#pragma once

#include "core/kernels/lanes/scalar.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Neighbours for a lane type; this one, a number at a time, serves all that have no vectors. Beside what is here the
/// members of ScalarLane hold, with kCount numbers for its one.
template <class L> struct Neighbours : ScalarLane
{
    static constexpr int kCount = 1;

    /// Whether loadHalves() and storeHalves() beat plain loops over floatbits.h.
    static constexpr bool kLoadsHalves = false;
    static constexpr bool kStoresHalves = false;
    static F loadHalves(const unsigned char *) = delete;
    /// Rounds to nearest, ties to even; any NaN becomes 0x7e00 with its sign.
    static void storeHalves(F, unsigned char *) = delete;

    SNUG_FN static float largest(F value) { return value; }
    /// The nearest half, ties to even, of numbers whose half is finite.
    SNUG_FN static F roundToHalf(F value) { return roundedToHalf(value); }

    /// first: numbers 0, 2, 4 .. of 2 * kCount; second: those between.
    SNUG_FN static void loadPairs(const float *from, F &first, F &second)
    {
        first = from[0];
        second = from[1];
    }
    SNUG_FN static void storePairs(F first, F second, float *to)
    {
        to[0] = first;
        to[1] = second;
    }

    SNUG_FN static I loadBytes(const unsigned char *from) { return *from; }
    /// The low byte of each.
    SNUG_FN static void storeBytes(I value, unsigned char *to) { *to = static_cast<unsigned char>(value); }
    /// table[code] for each of the codes 0 .. 15 at `codes`.
    SNUG_FN static I lookup(const signed char (&table)[16], const unsigned char *codes) { return table[*codes]; }

    /// signals[k] += a[i]^2, noises[k] += (a[i] - b[i])^2 for k = i % 8, in order of i, which ends at a multiple of 8.
    SNUG_FN static void addSquares(const float *a, const float *b, long long count, double (&signals)[8],
                                   double (&noises)[8])
    {
        for (long long i = 0; i < count; i += 8)
            for (int k = 0; k < 8; ++k) {
                const double value = a[i + k];
                const double error = value - b[i + k];
                signals[k] += value * value;
                noises[k] += error * error;
            }
    }
};

/// values[i] = valueOf(code i) for N codes, one a byte.
template <class L, int N, class ValueOf>
SNUG_FN void expandCodes(const unsigned char *codes, float *values, ValueOf valueOf)
{
    using V = Neighbours<L>;
    for (int i = 0; i < N; i += V::kCount)
        V::store(valueOf(V::loadBytes(codes + i)), values + i);
}

/// values[i] = scale * table[code i] for N codes, one a byte.
template <class L, int N>
SNUG_FN void expandLevels(const signed char (&table)[16], const unsigned char *codes, float scale, float *values)
{
    using V = Neighbours<L>;
    for (int i = 0; i < N; i += V::kCount)
        V::store(V::toFloat(V::lookup(table, codes + i)) * typename V::F(scale), values + i);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
