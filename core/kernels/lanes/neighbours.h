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
    SNUG_FN static I loadSignedBytes(const signed char *from) { return *from; }
    SNUG_FN static F loadBfloats(const unsigned char *from)
    {
        return bfloatToFloat(static_cast<uint16_t>(from[0] | from[1] << 8));
    }
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

// Where the weights of a block go as they are decoded is a template parameter, `Out`: plain floats here, a product with
// other floats in forward/rowproducts.h. An `Out` is advanced with + and takes one vector after the other by put().

template <class L> SNUG_INLINE void put(float *values, int i, typename Neighbours<L>::F value)
{
    Neighbours<L>::store(value, values + i);
}

/// values[i] = valueOf(code i) for N codes, one a byte.
template <class L, int N, class Out, class ValueOf>
SNUG_INLINE void expandCodes(const unsigned char *codes, Out values, ValueOf valueOf)
{
    using V = Neighbours<L>;
    for (int i = 0; i < N; i += V::kCount)
        put<L>(values, i, valueOf(V::loadBytes(codes + i)));
}

/// values[i] = scale * code i for N codes, one a byte, with a sign.
template <class L, int N, class Out> SNUG_INLINE void expandSigned(const unsigned char *codes, float scale, Out values)
{
    using V = Neighbours<L>;
    for (int i = 0; i < N; i += V::kCount)
        put<L>(values, i,
               V::toFloat(V::loadSignedBytes(reinterpret_cast<const signed char *>(codes + i))) * typename V::F(scale));
}

/// values[i] = scale * table[code i] for N codes, one a byte.
template <class L, int N, class Out>
SNUG_INLINE void expandLevels(const signed char (&table)[16], const unsigned char *codes, float scale, Out values)
{
    using V = Neighbours<L>;
    for (int i = 0; i < N; i += V::kCount)
        put<L>(values, i, V::toFloat(V::lookup(table, codes + i)) * typename V::F(scale));
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
