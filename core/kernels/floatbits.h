// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Bits of a float and the 16-bit formats. The conversions have no branches, so that loops over them become vector code.

#pragma once

#include "core/kernels/isa.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

SNUG_FN inline uint32_t bitsOf(float value) { return __builtin_bit_cast(uint32_t, value); }
SNUG_FN inline float floatOf(uint32_t bits) { return __builtin_bit_cast(float, bits); }
SNUG_FN inline bool isFiniteHalf(uint16_t half) { return (half & 0x7c00) != 0x7c00; }

/// Exact value of an IEEE half. A signalling NaN becomes quiet, payload kept.
SNUG_FN inline float halfToFloat(uint16_t half)
{
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t magnitude = half & 0x7fff;
    // A subnormal m is m * 2^-24, the spacing of floats in 0.5 .. 1: place m behind 0.5 and take 0.5 away.
    const uint32_t subnormal = bitsOf(floatOf(0x3f000000u + magnitude) - 0.5f);
    const uint32_t normal = (magnitude << 13) + (112u << 23);
    const uint32_t special = (magnitude << 13) | (255u << 23) | (magnitude > 0x7c00 ? 1u << 22 : 0u);
    const uint32_t finite = magnitude < 0x0400 ? subnormal : normal;
    return floatOf(sign | (magnitude < 0x7c00 ? finite : special));
}

/// The same for a number by itself, where there is an instruction for it. In loops the above becomes vector code.
SNUG_FN inline float loneHalfToFloat(uint16_t half)
{
#if defined(__F16C__) && !defined(__CUDACC__)
    typedef short Halves __attribute__((vector_size(16)));
    return __builtin_ia32_vcvtph2ps(Halves{static_cast<short>(half)})[0];
#elif defined(__aarch64__) && !defined(__CUDACC__)
    return __builtin_bit_cast(__fp16, half);
#else
    return halfToFloat(half);
#endif
}

/// Nearest IEEE half, ties to even. Overflow gives infinity; any NaN gives 0x7e00 with its sign.
SNUG_FN inline uint16_t halfFromFloat(float value)
{
    const uint32_t bits = bitsOf(value);
    const uint32_t sign = (bits >> 16) & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff;
    // Below 2^-14 the spacing is 2^-24, that of floats in 0.5 .. 1: adding 0.5 rounds there, ties to even.
    const uint32_t small = magnitude < (113u << 23) ? magnitude : 0;
    const uint32_t subnormal = bitsOf(floatOf(small) + 0.5f) - 0x3f000000u;
    const uint32_t normal = (magnitude - (112u << 23) + 0xfff + ((magnitude >> 13) & 1)) >> 13;
    const uint32_t finite = magnitude < (113u << 23) ? subnormal : normal;
    const uint32_t special = magnitude > (255u << 23) ? 0x7e00 : 0x7c00;
    // 65520 is the tie between the largest half and 65536; it and all above go to infinity.
    return static_cast<uint16_t>(sign | (magnitude < 0x477ff000u ? finite : special));
}

/// halfFromFloat() and back in one, for numbers that are not NaN.
SNUG_FN inline float roundedToHalf(float value)
{
    const uint32_t bits = bitsOf(value);
    const uint32_t sign = bits & 0x80000000u;
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t small = magnitude < (113u << 23) ? magnitude : 0;
    const uint32_t subnormal = bitsOf((floatOf(small) + 0.5f) - 0.5f);
    const uint32_t normal = (magnitude + 0xfff + ((magnitude >> 13) & 1)) & ~0x1fffu;
    const uint32_t finite = magnitude < (113u << 23) ? subnormal : normal;
    return floatOf(sign | (magnitude < 0x477ff000u ? finite : 255u << 23));
}

SNUG_FN inline float bfloatToFloat(uint16_t bfloat) { return floatOf(static_cast<uint32_t>(bfloat) << 16); }

/// Nearest bfloat16, ties to even; a NaN becomes quiet, upper payload kept.
SNUG_FN inline uint16_t bfloatFromFloat(float value)
{
    const uint32_t bits = bitsOf(value);
    const uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
    const uint32_t quiet = (bits >> 16) | 64;
    return static_cast<uint16_t>((bits & 0x7fffffff) > 0x7f800000u ? quiet : rounded);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
