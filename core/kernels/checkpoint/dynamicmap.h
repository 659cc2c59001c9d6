// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The signed dynamic map of bitsandbytes, 256 values of -1 .. 1, and blocks of its codes. Double quantization stores
// scales this way, one for every 32 or more weights, so that a number at a time is quick enough.

#pragma once

#include "core/kernels/checkpoint/magnitude.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Numbers of -1 .. 1 are first rounded to one of these many evenly spaced ones, which decide the code.
inline constexpr int kDynamicPlaces = 65536;

struct DynamicMap
{
    float values[256];   ///< rising
    uint16_t steps[255]; ///< the first place at which code i + 1 is meant
};

/// The number that place stands for.
SNUG_FN constexpr float dynamicPlaceValue(int place)
{
    return static_cast<float>(2 * place) / static_cast<float>(kDynamicPlaces - 1) + -1.0f;
}

/// Boundary i of `count` intervals of 0.1 .. 1. Rounded once, as a fused multiply-add does it: the map that processors
/// with AVX2 make.
SNUG_FN constexpr float dynamicBoundary(int i, int count)
{
    const double step = (1.0f - 0.1f) / static_cast<float>(count);
    return static_cast<float>(i < (count + 1) / 2 ? static_cast<double>(0.1f) + step * i : 1.0 - step * (count - i));
}

/// Positive values: for each power of ten 10^-6 .. 1 the middles of 1, 2, 4 .. 64 intervals, and 1.
SNUG_FN constexpr DynamicMap dynamicMap()
{
    constexpr float kPowers[7] = {1e-6f, 1e-5f, 1e-4f, 1e-3f, 1e-2f, 1e-1f, 1.0f};
    DynamicMap map{};
    int code = 128;
    for (int power = 0; power < 7; ++power)
        for (int i = 0; i < 1 << power; ++i, ++code) {
            const float sum = dynamicBoundary(i, 1 << power) + dynamicBoundary(i + 1, 1 << power);
            map.values[code] = kPowers[power] * (sum / 2.0f);
            map.values[254 - code] = -map.values[code];
        }
    map.values[255] = 1.0f;
    int place = 0;
    for (int i = 0; i < 255; ++i) {
        const float middle = 0.5f * (map.values[i] + map.values[i + 1]);
        while (!(middle < dynamicPlaceValue(place)))
            ++place;
        map.steps[i] = static_cast<uint16_t>(place);
    }
    return map;
}

/// Source: bitsandbytes 0.50, create_dynamic_map() and its processor code for blocks.
SNUG_TABLE DynamicMap kDynamicMap = dynamicMap();

/// The code for a number of -1 .. 1; beyond that the outermost, for NaN 0.
SNUG_FN inline unsigned char dynamicCode(float x)
{
    const float within = x < -1.0f ? -1.0f : x > 1.0f ? 1.0f : x;
    // Rounded to a float once, like a fused multiply-add; in a double it is exact.
    const double exact = static_cast<double>((within + 1.0f) * 0.5f) * (kDynamicPlaces - 1) + 0.5;
    const int place = within == within ? static_cast<int>(static_cast<float>(exact)) : 0;
    int code = 0;
    for (int half = 128; half > 0; half /= 2)
        code += kDynamicMap.steps[code + half - 1] <= place ? half : 0;
    return static_cast<unsigned char>(code);
}

/// A block of zeros has code 0, whose value times the magnitude 0 is one again.
template <class L>
SNUG_FN void toDynamic(const float *values, long long count, long long blockLength, unsigned char *codes, float *absmax)
{
    for (long long begin = 0; begin < count; begin += blockLength, ++absmax) {
        const long long end = count - begin < blockLength ? count : begin + blockLength;
        *absmax = largestMagnitudeOf<L>(values + begin, end - begin);
        const float inverse = 1.0f / *absmax;
        for (long long i = begin; i < end; ++i)
            codes[i] = *absmax == 0.0f ? static_cast<unsigned char>(0) : dynamicCode(values[i] * inverse);
    }
}

SNUG_FN inline void fromDynamic(const unsigned char *codes, long long count, long long blockLength, const float *absmax,
                                float *values)
{
    for (long long begin = 0; begin < count; begin += blockLength, ++absmax) {
        const long long end = count - begin < blockLength ? count : begin + blockLength;
        for (long long i = begin; i < end; ++i)
            values[i] = kDynamicMap.values[codes[i]] * *absmax;
    }
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
