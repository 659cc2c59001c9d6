#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ5_1 to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 24u
#include "dequantize.glsl"

uint weightBits(uint at, uint i)
{
    uint fifth = byteAt(at + 4u + i / 8u) >> (i % 8u) & 1u;
    return sum(halfAt(at), nibbleAt(at + 8u, i, 16u) | fifth << 4, halfAt(at + 2u));
}
