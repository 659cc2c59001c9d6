// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// FP8 rows, and groups of four-bit floats with an eight-bit scale: NVFP4 and MXFP4. Order of operations and rounding
// are those of compressed-tensors 0.20.1.

#pragma once

#include "core/kernels/checkpoint/grouprange.h"
#include "core/kernels/checkpoint/smallfloats.h"
#include "core/kernels/search/fourbitfloats.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What groupkernels.h says, for one instruction set.
template <class L> struct GroupFloats
{
    static constexpr int kNvGroup = 16;
    static constexpr int kMxGroup = 32;

    static float largestMagnitude(const float *values, long long count) { return peakOf(rangeOf<L>(values, count)); }

    static void toE4M3(const float *values, long long count, float scale, unsigned char *codes)
    {
        for (long long i = 0; i < count; ++i)
            codes[i] = e4m3FromFloat(values[i] / scale);
    }

    static void fromE4M3(const unsigned char *codes, long long count, float scale, float *values)
    {
        for (long long i = 0; i < count; ++i)
            values[i] = e4m3ToFloat(codes[i]) * scale;
    }

    static void toNvfp4(const float *values, long long groups, float globalScale, unsigned char *packed,
                        unsigned char *scales)
    {
        for (long long g = 0; g < groups; ++g) {
            const float *from = values + g * kNvGroup;
            const unsigned char found = e4m3FromFloat(globalScale * (groupPeak<kNvGroup>(from) / 6.0f));
            scales[g] = found == 0 ? 0x20 : found; // 0.125 for groups of zeros
            codeGroup<kNvGroup>(from, e4m3ToFloat(scales[g]) / globalScale, packed + g * (kNvGroup / 2));
        }
    }

    static void fromNvfp4(const unsigned char *packed, long long groups, float globalScale, const unsigned char *scales,
                          float *values)
    {
        for (long long g = 0; g < groups; ++g)
            readGroup<kNvGroup>(packed + g * (kNvGroup / 2), e4m3ToFloat(scales[g]) / globalScale,
                                values + g * kNvGroup);
    }

    static void toMxfp4(const float *values, long long groups, unsigned char *packed, unsigned char *exponents)
    {
        for (long long g = 0; g < groups; ++g) {
            const float *from = values + g * kMxGroup;
            // The peak's power of two, the next one from 1.75 times it up, is 4 times the scale; beyond the range of
            // floats the power below.
            const uint32_t power = (bitsOf(groupPeak<kMxGroup>(from)) + 0x00200000u) >> 23;
            exponents[g] = static_cast<unsigned char>(power < 2 ? 0 : (power > 254 ? 254 : power) - 2);
            codeGroup<kMxGroup>(from, powerOf(exponents[g]), packed + g * (kMxGroup / 2));
        }
    }

    static void fromMxfp4(const unsigned char *packed, long long groups, const unsigned char *exponents, float *values)
    {
        for (long long g = 0; g < groups; ++g)
            readGroup<kMxGroup>(packed + g * (kMxGroup / 2), powerOf(exponents[g]), values + g * kMxGroup);
    }

private:
    using V = Neighbours<L>;
    using F = typename V::F;

    /// 2^(exponent - 127); 255 means NaN in the format.
    static float powerOf(unsigned char exponent)
    {
        if (exponent == 255)
            return floatOf(0x7fc00000u);
        return floatOf(exponent == 0 ? 0x00400000u : static_cast<uint32_t>(exponent) << 23);
    }

    template <int N> static float groupPeak(const float *values)
    {
        F peak(0.0f);
        for (int i = 0; i < N; i += V::kCount)
            peak = V::max(V::abs(V::load(values + i)), peak);
        return V::largest(peak);
    }

    template <int N> static void codeGroup(const float *values, float scale, unsigned char *packed)
    {
        const F divisor(scale);
        float quotients[N];
        for (int i = 0; i < N; i += V::kCount)
            V::store(V::load(values + i) / divisor, quotients + i);
        unsigned char codes[N];
        for (int i = 0; i < N; ++i)
            codes[i] = e2m1FromFloat(quotients[i]);
        for (int i = 0; i < N / 2; ++i)
            packed[i] = static_cast<unsigned char>(codes[2 * i] | codes[2 * i + 1] << 4);
    }

    template <int N> static void readGroup(const unsigned char *packed, float scale, float *values)
    {
        unsigned char codes[N];
        for (int i = 0; i < N / 2; ++i) {
            codes[2 * i] = packed[i] & 15;
            codes[2 * i + 1] = packed[i] >> 4;
        }
        for (int i = 0; i < N; i += V::kCount) // the table holds doubled floats
            V::store(V::toFloat(V::lookup(kFourBitFloats, codes + i)) * F(0.5f) * F(scale), values + i);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
