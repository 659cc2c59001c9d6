// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// FP8 rows, and groups of four-bit floats with an eight-bit scale: NVFP4 and MXFP4. Order of operations and rounding
// are those of compressed-tensors 0.20.1.

#pragma once

#include "core/kernels/checkpoint/bitstream.h"
#include "core/kernels/checkpoint/magnitude.h"
#include "core/kernels/checkpoint/smallfloats.h"
#include "core/kernels/search/fourbitfloats.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What groupkernels.h says, for one instruction set.
template <class L> struct GroupFloats
{
    static constexpr int kNvGroup = 16;
    static constexpr int kMxGroup = 32;

    static float largestMagnitude(const float *values, long long count) { return largestMagnitudeOf<L>(values, count); }

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
        codeGroups<kNvGroup>(values, groups, packed, scales, [&](float peak, unsigned char &code) {
            const unsigned char found = e4m3FromFloat(globalScale * (peak / 6.0f));
            code = found == 0 ? 0x20 : found; // 0.125 for groups of zeros
            return e4m3ToFloat(code) / globalScale;
        });
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
        codeGroups<kMxGroup>(values, groups, packed, exponents, [](float peak, unsigned char &code) {
            // The peak's power of two, the next one from 1.75 times it up, is 4 times the scale; beyond the range of
            // floats the power below.
            const uint32_t power = (bitsOf(peak) + 0x00200000u) >> 23;
            code = static_cast<unsigned char>(power < 2 ? 0 : (power > 254 ? 254 : power) - 2);
            return powerOf(code);
        });
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

    /// scale = scaleOf(peak, code), which gives the scale's code as well. Many groups at once: loops over one group's
    /// few numbers would cost more than what they do.
    template <int N, class ScaleOf>
    static void codeGroups(const float *values, long long groups, unsigned char *packed, unsigned char *scaleCodes,
                           ScaleOf scaleOf)
    {
        constexpr int kBatch = 256 / N;
        float quotients[256];
        unsigned char codes[256];
        for (long long begin = 0; begin < groups; begin += kBatch) {
            const int count = static_cast<int>(groups - begin < kBatch ? groups - begin : kBatch);
            float scales[kBatch];
            for (int g = 0; g < count; ++g)
                scales[g] = groupPeak<N>(values + (begin + g) * N);
            for (int g = 0; g < count; ++g)
                scales[g] = scaleOf(scales[g], scaleCodes[begin + g]);
            for (int g = 0; g < count; ++g)
                for (int i = 0; i < N; i += V::kCount)
                    V::store(V::load(values + (begin + g) * N + i) / F(scales[g]), quotients + g * N + i);
            for (int i = 0; i < count * N; ++i)
                codes[i] = e2m1FromFloat(quotients[i]);
            packStream<4>(codes, count * N, packed + begin * (N / 2));
        }
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
