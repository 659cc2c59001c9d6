#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ2_K to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 84u
#include "dequantize.glsl"
#include "superblock.glsl"

uint weightBits(uint at, uint i)
{
    uint levels = byteAt(at + i / 16u);
    float scale = scaled(halfAt(at + 80u), int(levels & 15u));
    float minimum = scaled(halfAt(at + 82u), int(levels >> 4));
    return difference(scale, int(pairAt(at + 16u, i)), minimum);
}
