#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockMXFP4 to floats. Its scales reach 2^-128, so the bits are put together from whole numbers.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 17u
#include "dequantize.glsl"

/// Bits of magnitude * 2^(exponent - 128), 2^-149 being the least step of a float.
uint scaledByPower(uint magnitude, uint exponent)
{
    if (magnitude == 0u)
        return 0u;
    uint top = uint(findMSB(magnitude));
    uint biased = exponent + top; // of the result, plus 1
    if (biased <= 1u)
        return magnitude << (exponent + 21u);
    return biased > 255u ? kInfinity : (biased - 1u) << 23 | (magnitude << (23u - top) & 0x007fffffu);
}

uint weightBits(uint at, uint i)
{
    const uint kMagnitudes[8] = uint[](0u, 1u, 2u, 3u, 4u, 6u, 8u, 12u);
    uint code = nibbleAt(at + 1u, i, 16u);
    uint magnitude = kMagnitudes[code & 7u];
    return (magnitude == 0u ? 0u : (code & 8u) << 28) | scaledByPower(magnitude, byteAt(at));
}
