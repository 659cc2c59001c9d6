// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The four-bit floats of MXFP4 and NVFP4 (OCP Microscaling formats 1.0, E2M1; here doubled to whole numbers): the code
// nearest to a number, and the scales that go with them.

#pragma once

#include "core/kernels/floatbits.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Magnitudes of codes 0 .. 7; codes 8 .. 15 are their negatives.
SNUG_TABLE signed char kFourBitFloats[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

/// Codes nearest to x for one scale a lane, of two at the same distance the one nearer to zero; -0 is never used.
/// The reference looks for the first least |scale * level - x|. Levels differ by at most a factor of two from their
/// neighbours, so both distances that matter are exact, and it is enough to count the midpoints below |x|; those are
/// exact too, scales having at most four significant bits.
template <class L> class FourBitFloats
{
    using F = typename L::F;
    using I = typename L::I;

public:
    SNUG_FN explicit FourBitFloats(F scale) : m_scale(scale)
    {
        const F infinity = __builtin_inff();
        for (int i = 0; i < 7; ++i) {
            const F upper = scale * F(static_cast<float>(kFourBitFloats[i + 1]));
            const F middle = scale * F(0.5f * static_cast<float>(kFourBitFloats[i] + kFourBitFloats[i + 1]));
            // A level at infinity is never nearest, and with scale 0 none is nearer than the first.
            m_middle[i] = L::select((upper > F(0.0f)) & (upper < infinity), middle, infinity);
        }
    }

    SNUG_FN I code(F x) const
    {
        const F magnitude = L::abs(x);
        I code = 0;
        for (const F &middle : m_middle)
            code = code + L::keep(magnitude > middle, I(1));
        return signedCode(x, code);
    }

    /// The same for numbers so far above scale * 12 that distances round to equal ones, where the first counts.
    SNUG_FN I codeOfFar(F x) const
    {
        const F magnitude = L::abs(x);
        I code = 0;
        F least = magnitude;
        for (int i = 1; i < 8; ++i) {
            const F distance = L::abs(m_scale * F(static_cast<float>(kFourBitFloats[i])) - magnitude);
            code = L::select(distance < least, I(i), code);
            least = L::select(distance < least, distance, least);
        }
        return signedCode(x, code);
    }

private:
    SNUG_FN static I signedCode(F x, I code) { return code + L::keep((x < F(0.0f)) & L::differ(code, I(0)), I(8)); }

    F m_scale;
    F m_middle[7];
};

/// floor(log2(x)) of a positive finite x, as the reference gets it from a float logarithm: just below a power of two
/// that logarithm rounds up to a whole number.
SNUG_FN inline int floorOfLog2(float x)
{
    const bool subnormal = x < 1.17549435e-38f;
    const uint32_t bits = bitsOf(subnormal ? x * 16777216.0f : x);
    const int exponent = static_cast<int>(bits >> 23) - 127 - (subnormal ? 24 : 0);
    const int next = exponent + 1;
    // x = 2^next * (1 - missing / 2^24), so log2(x) lies missing / ln 2 / 2^24 below `next`. It rounds to `next` if
    // that is less than half the spacing of floats there, 2^(binade - 24).
    const int missing = static_cast<int>(0x00800000u - (bits & 0x007fffff));
    constexpr int kRoom[8] = {0, 1, 2, 5, 11, 22, 44, 88}; // 2^binade * ln 2
    const int below = next > 0 ? next - 1 : -next;
    if (below == 0)
        return exponent;
    return missing <= kRoom[31 - __builtin_clz(static_cast<unsigned>(below))] ? next : exponent;
}

/// Half of the scale 2^(exponent - 127), to go with doubled floats. (255 means NaN in the format; here it is the next
/// power, as in the reference.)
SNUG_FN inline float halfPowerScale(unsigned char exponent)
{
    return floatOf(exponent < 2 ? 0x00200000u << exponent : static_cast<uint32_t>(exponent - 1) << 23);
}

/// Half of a float of four bits exponent (bias 7) and three bits mantissa; 127 means NaN in the format, here 0.
SNUG_FN inline float halfScaleE4M3(unsigned char code)
{
    const int exponent = code >> 3 & 15;
    const float mantissa = static_cast<float>((code & 7) + (exponent == 0 ? 0 : 8));
    // mantissa / 8 * 2^(exponent - 7) / 2; the exponent of subnormal codes is that of the least normal ones.
    const float power = floatOf(static_cast<uint32_t>((exponent == 0 ? 1 : exponent) - 11 + 127) << 23);
    return code == 127 ? 0.0f : mantissa * power;
}

/// The code of halfScaleE4M3() for x: nearest, ties away from zero; everything from 256 up gets the largest, 448.
SNUG_FN inline unsigned char codeE4M3(float x)
{
    if (!(x > 0.0f))
        return 0;
    if (x >= 256.0f)
        return 126;
    if (x < 0.015625f) { // 2^-6, the least normal one; subnormal codes are 2^-9 apart
        const int code = static_cast<int>(x * 512.0f + 0.5f);
        return static_cast<unsigned char>(code > 7 ? 7 : code);
    }
    // Half a unit of the third mantissa bit, carried into the exponent if need be.
    const uint32_t code = ((bitsOf(x) + 0x00080000u) >> 20) - (120u << 3);
    return static_cast<unsigned char>(code > 119 ? 126 : code);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
