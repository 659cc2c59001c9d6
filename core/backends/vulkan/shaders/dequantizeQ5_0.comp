#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ5_0 to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 22u
#include "dequantize.glsl"

uint weightBits(uint at, uint i)
{
    uint fifth = byteAt(at + 2u + i / 8u) >> (i % 8u) & 1u;
    return product(halfAt(at), int(nibbleAt(at + 6u, i, 16u) | fifth << 4) - 16);
}
