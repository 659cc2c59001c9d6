// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// NF4 and FP4 blocks of bitsandbytes: two codes a byte, one largest magnitude a block.

#pragma once

#include "core/kernels/checkpoint/fourbitmap.h"
#include "core/kernels/checkpoint/magnitude.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// One map on one lane type. Rounding and shapes: see bnbkernels.h.
template <class L, FourBitMap Map> struct FourBits
{
    using V = Neighbours<L>;
    using F = typename V::F;
    using I = typename V::I;
    using One = FourBits<ScalarLane, Map>;

    static constexpr float kLeastMagnitude = 1e-38f; ///< divided by at the least, so that zeros stay zeros

    SNUG_FN static void toBlocks(const float *values, long long count, long long blockLength, unsigned char *packed,
                                 float *absmax)
    {
        long long begin = 0;
        for (; begin + blockLength <= count; begin += blockLength, ++absmax) {
            *absmax = largestMagnitudeOf<L>(values + begin, blockLength);
            const float inverse = 1.0f / ScalarLane::max(*absmax, kLeastMagnitude);
            pack(values + begin, blockLength, packed + begin / 2, [=](auto x) { return x * decltype(x)(inverse); });
        }
        if (begin < count) { // bitsandbytes divides in a short last block, where it multiplies in all others
            *absmax = ScalarLane::max(largestMagnitudeOf<L>(values + begin, count - begin), kLeastMagnitude);
            const float divisor = *absmax;
            pack(values + begin, count - begin, packed + begin / 2, [=](auto x) { return x / decltype(x)(divisor); });
        }
    }

    SNUG_FN static void fromBlocks(const unsigned char *packed, long long count, long long blockLength,
                                   const float *absmax, float *values)
    {
        for (long long begin = 0; begin < count; begin += blockLength, ++absmax) {
            const long long length = count - begin < blockLength ? count - begin : blockLength;
            unpackPairs(packed + begin / 2, length / 2, *absmax, values + begin);
            if (length % 2 != 0)
                values[begin + length - 1] = fourBitValue<ScalarLane, Map>(packed[(begin + length) / 2] >> 4) * *absmax;
        }
    }

    template <class Scale>
    SNUG_FN static void packPairs(const float *values, long long pairs, unsigned char *packed, Scale scale)
    {
        long long i = 0;
        for (; i + V::kCount <= pairs; i += V::kCount) {
            F first, second;
            V::loadPairs(values + 2 * i, first, second);
            const I high = fourBitCode<V, Map>(scale(first));
            V::storeBytes(V::template shiftLeft<4>(high) + fourBitCode<V, Map>(scale(second)), packed + i);
        }
        if constexpr (V::kCount > 1)
            One::packPairs(values + 2 * i, pairs - i, packed + i, scale);
    }

    SNUG_FN static void unpackPairs(const unsigned char *packed, long long pairs, float absmax, float *values)
    {
        long long i = 0;
        for (; i + V::kCount <= pairs; i += V::kCount) {
            const I both = V::loadBytes(packed + i);
            const F first = fourBitValue<V, Map>(V::template shiftRight<4>(both)) * F(absmax);
            V::storePairs(first, fourBitValue<V, Map>(both & I(15)) * F(absmax), values + 2 * i);
        }
        if constexpr (V::kCount > 1)
            One::unpackPairs(packed + i, pairs - i, absmax, values + 2 * i);
    }

private:
    template <class Scale>
    SNUG_FN static void pack(const float *values, long long count, unsigned char *packed, Scale scale)
    {
        packPairs(values, count / 2, packed, scale);
        if (count % 2 != 0) {
            const float last[2] = {values[count - 1], 0.0f};
            One::packPairs(last, 1, packed + count / 2, scale);
        }
    }
};

template <class L>
SNUG_FN void toFourBits(FourBitMap map, const float *values, long long count, long long blockLength,
                        unsigned char *packed, float *absmax)
{
    if (map == FourBitMap::Nf4)
        FourBits<L, FourBitMap::Nf4>::toBlocks(values, count, blockLength, packed, absmax);
    else
        FourBits<L, FourBitMap::Fp4>::toBlocks(values, count, blockLength, packed, absmax);
}

template <class L>
SNUG_FN void fromFourBits(FourBitMap map, const unsigned char *packed, long long count, long long blockLength,
                          const float *absmax, float *values)
{
    if (map == FourBitMap::Nf4)
        FourBits<L, FourBitMap::Nf4>::fromBlocks(packed, count, blockLength, absmax, values);
    else
        FourBits<L, FourBitMap::Fp4>::fromBlocks(packed, count, blockLength, absmax, values);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
