#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ5_K to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 176u
#include "dequantize.glsl"
#include "superblock.glsl"

uint weightBits(uint at, uint i)
{
    uint levels = scaleMinimumAt(at + 4u, i / 32u);
    float scale = scaled(halfAt(at), int(levels & 63u));
    float minimum = scaled(halfAt(at + 2u), int(levels >> 8));
    uint code = nibbleAt(at + 48u + i / 64u * 32u, i % 64u, 32u) | bitAt(at + 16u, i) << 4;
    return difference(scale, int(code), minimum);
}
