#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ4_K to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 144u
#include "dequantize.glsl"
#include "superblock.glsl"

uint weightBits(uint at, uint i)
{
    uint levels = scaleMinimumAt(at + 4u, i / 32u);
    float scale = scaled(halfAt(at), int(levels & 63u));
    float minimum = scaled(halfAt(at + 2u), int(levels >> 8));
    return difference(scale, int(nibbleAt(at + 16u + i / 64u * 32u, i % 64u, 32u)), minimum);
}
