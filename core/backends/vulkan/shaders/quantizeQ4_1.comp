#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q4_1: a scale, a minimum and 32 codes of four bits above it.

#define BLOCK_BYTES 20
#define TOP 15
#include "block/rangeCodes.glsl"

void quantizeBlock(uint at)
{
    vec2 found = findCodes();
    put(at, halfBits(found.x) | halfBits(found.y) << 16);
    putHalves(at + 4u);
}

#include "block/plainblock.glsl"
