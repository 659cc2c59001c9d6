#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ6_K to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 210u
#include "dequantize.glsl"
#include "superblock.glsl"

uint weightBits(uint at, uint i)
{
    float scale = scaled(halfAt(at + 208u), signedByteAt(at + 192u + i / 16u));
    uint low = nibbleAt(at + i / 128u * 64u, i % 128u, 64u);
    return difference(scale, int(low | pairAt(at + 128u, i) << 4) - 32, 0.0);
}
