#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of MXFP4: a power of two and 32 four-bit floats. As core/kernels/types/mxfp4.h.

#define BLOCK_BYTES 17
#include "block/thirtytwo.glsl"
#include "search/extreme.glsl"

/// Magnitudes of codes 0 .. 7, doubled; code + 8 is their negative.
const int kFourBitFloats[8] = int[](0, 1, 2, 3, 4, 6, 8, 12);

/// floor(log2(x)) as a float logarithm gives it: just below a power of two that rounds up. See floorOfLog2() in
/// core/kernels/search/fourbitfloats.h.
int floorOfLog2(float value)
{
    int exponent = biasedExponent(value) - 127;
    int next = exponent + 1;
    int missing = int(0x00800000u - (floatBitsToUint(value) & 0x007fffffu));
    const int room[8] = int[](0, 1, 2, 5, 11, 22, 44, 88);
    int below = next > 0 ? next - 1 : -next;
    if (below == 0)
        return exponent;
    return missing <= room[findMSB(below)] ? next : exponent;
}

/// Code nearest to x for half the scale; of two at the same distance the one nearer to zero.
int nearestCode(float value, float halfScale)
{
    int code = 0;
    [[unroll]] for (int i = 0; i < 7; ++i) {
        precise float middle = halfScale * (0.5 * float(kFourBitFloats[i] + kFourBitFloats[i + 1]));
        code += magnitudeOf(value) > middle ? 1 : 0;
    }
    return value < 0.0 && code != 0 ? code + 8 : code;
}

void quantizeBlock(uint at)
{
    doubtTinyBlock();
    float peak = magnitudeOf(firstLargest());
    if (magnitudeBits(peak) == 0u)
        return; // zeros throughout
    // Scales and midpoints are normal numbers. Smaller values are below all midpoints, flushed or not.
    int exponent = floorOfLog2(peak);
    doubtIf(exponent < -100 || exponent > 120);
    float halfScale = uintBitsToFloat(uint(exponent + 124) << 23); // 2^(exponent - 2) is the scale
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        codes[i] = nearestCode(x[i], halfScale);
    put(at, uint(exponent + 125));
    putHalves(at + 1u);
}

#include "block/plainblock.glsl"
