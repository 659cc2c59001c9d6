#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockTQ1_0 to floats: codes are digits of fractions in base 3.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 54u
#include "dequantize.glsl"

/// Digit `digit` of the fraction byte / 256.
int digitOf(uint fraction, uint digit)
{
    for (uint k = 0u; k < digit; ++k)
        fraction = fraction * 3u & 255u;
    return int(fraction * 3u >> 8);
}

int codeOf(uint at, uint i)
{
    if (i < 160u)
        return digitOf(byteAt(at + i % 32u), i / 32u);
    if (i < 240u)
        return digitOf(byteAt(at + 32u + (i - 160u) % 16u), (i - 160u) / 16u);
    return digitOf(byteAt(at + 48u + (i - 240u) % 4u), (i - 240u) / 4u);
}

uint weightBits(uint at, uint i) { return product(halfAt(at + 52u), codeOf(at, i) - 1); }
