#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockIQ4_XS to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 136u
#include "dequantize.glsl"
#include "unevenlevels.glsl"

uint weightBits(uint at, uint i)
{
    uint sub = i / 32u;
    uint low = byteAt(at + 4u + sub / 2u) >> (sub % 2u * 4u) & 15u;
    uint high = shortAt(at + 2u) >> (2u * sub) & 3u;
    float scale = scaled(halfAt(at), int(low | high << 4) - 32);
    return product(scale, unevenLevel(nibbleAt(at + 8u + 16u * sub, i % 32u, 16u)));
}
