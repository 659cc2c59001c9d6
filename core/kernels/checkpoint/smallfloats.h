// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats of eight and four bits as compressed-tensors stores them: F8_E4M3 (no infinity, largest 448) and E2M1
// (0, 0.5, 1, 1.5, 2, 3, 4, 6). Both round to nearest, ties to the even code, keep the sign of zero and saturate. No
// branches, so that loops become vector code. (GGUF's FP4 types break ties otherwise: search/fourbitfloats.h.)

#pragma once

#include "core/kernels/floatbits.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// A code of E exponent and M mantissa bits with its bias and largest value. NaN saturates too.
template <int M, int Bias> inline uint32_t smallFloatCode(uint32_t magnitude, float largest)
{
    constexpr uint32_t kLeastNormal = static_cast<uint32_t>(128 - Bias) << 23;
    constexpr int kCut = 23 - M; // bits that rounding drops
    // Codes below the least normal number are spaced as floats from this power of two up: adding it rounds there.
    constexpr uint32_t kAligned = static_cast<uint32_t>(128 - Bias + kCut) << 23;
    const uint32_t limit = bitsOf(largest);
    const uint32_t finite = magnitude < limit ? magnitude : limit;
    const uint32_t small = finite < kLeastNormal ? finite : 0;
    const uint32_t subnormal = bitsOf(floatOf(small) + floatOf(kAligned)) - kAligned;
    const uint32_t even = finite >> kCut & 1;
    const uint32_t normal =
        ((finite + (1u << (kCut - 1)) - 1 + even) >> kCut) - (static_cast<uint32_t>(127 - Bias) << M);
    return finite < kLeastNormal ? subnormal : normal;
}

inline unsigned char e4m3FromFloat(float value)
{
    const uint32_t bits = bitsOf(value);
    return static_cast<unsigned char>((bits >> 24 & 0x80) | smallFloatCode<3, 7>(bits & 0x7fffffff, 448.0f));
}

/// Exact; 127 and 255 are NaN.
inline float e4m3ToFloat(unsigned char code)
{
    const uint32_t sign = static_cast<uint32_t>(code & 0x80) << 24;
    const uint32_t magnitude = code & 0x7f;
    const uint32_t normal = (magnitude << 20) + (120u << 23);
    const uint32_t subnormal = bitsOf(static_cast<float>(static_cast<int>(magnitude)) * 0.001953125f); // 2^-9
    const uint32_t finite = magnitude < 8 ? subnormal : normal;
    return floatOf(sign | (magnitude == 127 ? 0x7fc00000u : finite));
}

inline unsigned char e2m1FromFloat(float value)
{
    const uint32_t bits = bitsOf(value);
    return static_cast<unsigned char>((bits >> 28 & 8) | smallFloatCode<1, 1>(bits & 0x7fffffff, 6.0f));
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
