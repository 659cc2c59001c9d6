#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ3_K to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 110u
#include "dequantize.glsl"
#include "superblock.glsl"

/// Number j of sixteen with six bits in 12 bytes.
int sixBitsAt(uint at, uint j)
{
    uint low = nibbleAt(at, j, 8u);
    uint high = byteAt(at + 8u + j % 4u) >> (j / 4u * 2u) & 3u;
    return int(low | high << 4);
}

uint weightBits(uint at, uint i)
{
    float scale = scaled(halfAt(at + 108u), sixBitsAt(at + 96u, i / 16u) - 32);
    int code = int(pairAt(at + 32u, i) | bitAt(at, i) << 2) - 4;
    return difference(scale, code, 0.0);
}
