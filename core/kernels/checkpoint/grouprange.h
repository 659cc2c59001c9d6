// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The range of a group, and the scale and zero that follow from it. Rounding and order of operations are those of
// compressed-tensors 0.20.1 (`calculate_qparams`), with the scale rounded before anything is made of it.

#pragma once

#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Least and largest of a group's values and 0.
struct GroupRange
{
    float least = 0.0f;
    float largest = 0.0f;
};

/// Of `count` values.
template <class L> GroupRange rangeOf(const float *values, long long count)
{
    using V = Neighbours<L>;
    constexpr int kTogether = 4;
    constexpr int kStep = kTogether * V::kCount;
    typename V::F least[kTogether], largest[kTogether];
    for (int k = 0; k < kTogether; ++k)
        least[k] = largest[k] = typename V::F(0.0f);
    long long i = 0;
    for (; i + kStep <= count; i += kStep)
        for (int k = 0; k < kTogether; ++k) {
            const typename V::F x = V::load(values + i + k * V::kCount);
            least[k] = V::min(x, least[k]);
            largest[k] = V::max(x, largest[k]);
        }
    for (; i + V::kCount <= count; i += V::kCount) {
        least[0] = V::min(V::load(values + i), least[0]);
        largest[0] = V::max(V::load(values + i), largest[0]);
    }
    GroupRange range;
    range.least = V::smallest(V::min(V::min(least[0], least[1]), V::min(least[2], least[3])));
    range.largest = V::largest(V::max(V::max(largest[0], largest[1]), V::max(largest[2], largest[3])));
    for (; i < count; ++i) {
        range.least = ScalarLane::min(values[i], range.least);
        range.largest = ScalarLane::max(values[i], range.largest);
    }
    return range;
}

inline float peakOf(const GroupRange &range) { return ScalarLane::max(-range.least, range.largest); }

/// N scales as their format keeps them.
template <int N> void roundScales(ScaleFormat format, float (&scales)[N])
{
    if (format == ScaleFormat::F16)
        for (float &scale : scales)
            scale = roundedToHalf(scale);
    else if (format == ScaleFormat::BF16)
        for (float &scale : scales)
            scale = bfloatToFloat(bfloatFromFloat(scale));
}

/// What stands in for a scale of zero: the format's distance from 1 to the next number.
inline float leastScale(ScaleFormat format)
{
    if (format == ScaleFormat::F32)
        return 1.1920928955078125e-07f;
    return format == ScaleFormat::F16 ? 0.0009765625f : 0.0078125f;
}

/// The numbers that coding with some width needs again and again.
struct IntegerLevels
{
    explicit IntegerLevels(const IntegerCoding &coding)
        : half(static_cast<float>(1 << (coding.bits - 1))), largest(2.0f * half - 1.0f),
          leastZero(static_cast<float>(coding.leastZero))
    {
    }

    float half;      ///< 2^(bits - 1)
    float largest;   ///< the largest code
    float leastZero; ///< of asymmetric groups
};

/// Scale and zero of N groups or of N candidates for one.
template <int N> struct ScaleZeros
{
    float scale[N];
    float zero[N];
};

/// Nearest whole number, ties to even, of a value below 2^22 in magnitude.
inline float nearestWhole(float value) { return (value + 12582912.0f) - 12582912.0f; }

/// zero = round(-least / scale), at most the largest code and at least 0; the middle code without a scale. The detour
/// over signed codes rounds as compressed-tensors does.
inline float zeroOf(float least, float scale, const IntegerLevels &levels)
{
    const float signedZero = -levels.half - least / scale;
    const float high = levels.half - 1.0f;
    const float clamped = ScalarLane::min(ScalarLane::max(signedZero, -levels.half), high);
    return scale == 0.0f ? levels.half : nearestWhole(clamped) + levels.half;
}

/// Asymmetric scales and zeros of N pairs of ends, least <= 0 <= largest. Where the zero would be below the least one
/// allowed, the range is stretched downwards until that one is right: no weight is cut off, steps grow a little.
template <int N>
void scalesFromEnds(const float (&least)[N], const float (&largest)[N], const IntegerLevels &levels, ScaleFormat format,
                    ScaleZeros<N> &out)
{
    float stretched[N];
    for (int k = 0; k < N; ++k) {
        out.scale[k] = (largest[k] - least[k]) / levels.largest;
        stretched[k] = largest[k] / (levels.largest - levels.leastZero);
    }
    roundScales(format, out.scale);
    roundScales(format, stretched);
    for (int k = 0; k < N; ++k) {
        const float zero = zeroOf(least[k], out.scale[k], levels);
        const bool tooLow = zero < levels.leastZero;
        out.scale[k] = tooLow ? stretched[k] : out.scale[k];
        out.zero[k] = tooLow ? levels.leastZero : zero;
    }
}

/// What the extremes alone give, with leastScale() for a scale of zero; infinite beyond the format.
inline ScaleZeros<1> scaleFromExtremes(const GroupRange &range, const IntegerCoding &coding,
                                       const IntegerLevels &levels)
{
    ScaleZeros<1> found{{peakOf(range) / (0.5f * levels.largest)}, {levels.half}};
    if (coding.symmetric)
        roundScales(coding.scaleFormat, found.scale);
    else
        scalesFromEnds<1>({range.least}, {range.largest}, levels, coding.scaleFormat, found);
    if (found.scale[0] == 0.0f)
        found = {{leastScale(coding.scaleFormat)}, {levels.half}};
    return found;
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
