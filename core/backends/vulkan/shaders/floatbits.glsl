// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Halves and bfloats to floats and back, by whole numbers alone: float instructions may flush small ones to zero.
// core/kernels/floatbits.h says the same for the CPU.

#ifndef SNUG_FLOATBITS
#define SNUG_FLOATBITS

const uint kInfinity = 0x7f800000u;

/// Bits of the float of the same value. A signalling NaN becomes quiet, payload kept.
uint floatBitsOfHalf(uint bits)
{
    uint sign = (bits & 0x8000u) << 16;
    uint magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u)
        return sign | kInfinity | magnitude << 13 | (magnitude > 0x7c00u ? 0x00400000u : 0u);
    if (magnitude >= 0x0400u)
        return sign | (magnitude << 13) + (112u << 23);
    if (magnitude == 0u)
        return sign;
    // A subnormal half is magnitude * 2^-24, its upper bit standing for 2^(top - 24).
    uint top = uint(findMSB(magnitude));
    return sign | (top + 103u) << 23 | (magnitude << (23u - top) & 0x007fffffu);
}

/// Nearest half, ties to even. Overflow gives infinity; any NaN gives 0x7e00 with its sign.
uint halfOfFloatBits(uint bits)
{
    uint sign = bits >> 16 & 0x8000u;
    uint magnitude = bits & 0x7fffffffu;
    if (magnitude > kInfinity)
        return sign | 0x7e00u;
    if (magnitude >= 0x477ff000u) // 65520, the tie between the largest half and 65536
        return sign | 0x7c00u;
    if (magnitude >= 113u << 23)
        return sign | (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    if (magnitude < 102u << 23) // below 2^-25, half the least half
        return sign;
    uint significand = magnitude & 0x007fffffu | 0x00800000u;
    uint drop = 126u - (magnitude >> 23); // 14 .. 24
    uint kept = significand >> drop;
    uint rest = significand & (1u << drop) - 1u;
    uint tie = 1u << drop - 1u;
    bool up = rest > tie || (rest == tie && (kept & 1u) != 0u);
    return sign | kept + (up ? 1u : 0u);
}

/// Nearest bfloat, ties to even; a NaN becomes quiet, upper payload kept.
uint bfloatOfFloatBits(uint bits)
{
    if ((bits & 0x7fffffffu) > kInfinity)
        return bits >> 16 | 64u;
    return bits + 0x7fffu + (bits >> 16 & 1u) >> 16;
}

/// A finite half as a float.
float floatOfHalf(uint bits) { return uintBitsToFloat(floatBitsOfHalf(bits)); }

#endif
