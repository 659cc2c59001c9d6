// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// F32, F16 and BF16: one weight a block, nothing but a conversion.

#pragma once

#include "core/kernels/blockkernel.h"
#include "core/kernels/lanes/neighbours.h"

#include <stddef.h>
#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Copies; the range of the source is the caller's word, so nothing is checked.
inline bool quantizeF32(const float *values, unsigned char *out, long long cols, const float *)
{
    __builtin_memcpy(out, values, sizeof(float) * static_cast<size_t>(cols));
    return true;
}

inline void dequantizeF32(const unsigned char *in, float *values, long long cols)
{
    __builtin_memcpy(values, in, sizeof(float) * static_cast<size_t>(cols));
}

struct HalfFormat
{
    static constexpr uint16_t kExponent = 0x7c00;
    SNUG_FN static uint16_t fromFloat(float value) { return halfFromFloat(value); }
    SNUG_FN static float toFloat(uint16_t bits) { return halfToFloat(bits); }
};

struct BfloatFormat
{
    static constexpr uint16_t kExponent = 0x7f80;
    SNUG_FN static uint16_t fromFloat(float value) { return bfloatFromFloat(value); }
    SNUG_FN static float toFloat(uint16_t bits) { return bfloatToFloat(bits); }
};

/// Rounding: nearest, ties to even. False when a value became infinite.
template <class Format> bool quantize16(const float *values, unsigned char *out, long long cols, const float *)
{
    int infinite = 0;
    for (long long i = 0; i < cols; ++i) {
        const uint16_t bits = Format::fromFloat(values[i]);
        infinite |= (bits & Format::kExponent) == Format::kExponent;
        __builtin_memcpy(out + 2 * i, &bits, 2);
    }
    return !infinite;
}

template <class Format> void dequantize16(const unsigned char *in, float *values, long long cols)
{
    for (long long i = 0; i < cols; ++i) {
        uint16_t bits;
        __builtin_memcpy(&bits, in + 2 * i, 2);
        values[i] = Format::toFloat(bits);
    }
}

/// The same for halves, where the lanes have an instruction for them.
template <class L> bool quantizeHalves(const float *values, unsigned char *out, long long cols, const float *weights)
{
    using V = Neighbours<L>;
    if constexpr (V::kStoresHalves) {
        const long long whole = cols - cols % V::kCount;
        typename V::M finite = typename V::F(0.0f) < typename V::F(1.0f);
        for (long long i = 0; i < whole; i += V::kCount) {
            const typename V::F value = V::load(values + i);
            finite = finite & (V::abs(value) < typename V::F(65520.0f)); // where halves round up to infinity
            V::storeHalves(value, out + 2 * i);
        }
        const bool rest = quantize16<HalfFormat>(values + whole, out + 2 * whole, cols - whole, weights);
        const typename V::M infinite = V::keep(finite, typename V::F(1.0f)) == typename V::F(0.0f); // or NaN
        return !V::any(infinite) && rest;
    } else {
        return quantize16<HalfFormat>(values, out, cols, weights);
    }
}

template <class L> void dequantizeHalves(const unsigned char *in, float *values, long long cols)
{
    using V = Neighbours<L>;
    long long i = 0;
    if constexpr (V::kLoadsHalves)
        for (; i + V::kCount <= cols; i += V::kCount)
            V::store(V::loadHalves(in + 2 * i), values + i);
    dequantize16<HalfFormat>(in + 2 * i, values + i, cols - i);
}

template <class Format> bool isFinite16(const unsigned char *value)
{
    uint16_t bits;
    __builtin_memcpy(&bits, value, 2);
    return (bits & Format::kExponent) != Format::kExponent;
}

inline bool isFiniteF32(const unsigned char *value)
{
    uint32_t bits;
    __builtin_memcpy(&bits, value, 4);
    return (bits & 0x7f800000) != 0x7f800000;
}

inline constexpr BlockKernel kF32Kernel{"F32", 1, 4, false, false, quantizeF32, dequantizeF32, isFiniteF32};
// clang-format off
template <class L>
inline constexpr BlockKernel kF16Kernel{"F16", 1, 2, false, false,
                                        quantizeHalves<L>, dequantizeHalves<L>, isFinite16<HalfFormat>};
inline constexpr BlockKernel kBF16Kernel{"BF16", 1, 2, false, false,
                                         quantize16<BfloatFormat>, dequantize16<BfloatFormat>, isFinite16<BfloatFormat>};
// clang-format on

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
