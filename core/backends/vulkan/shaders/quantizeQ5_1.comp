#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q5_1: a scale, a minimum and 32 codes of five bits above it.

#define BLOCK_BYTES 24
#define TOP 31
#include "block/rangeCodes.glsl"

void quantizeBlock(uint at)
{
    vec2 found = findCodes();
    put(at, halfBits(found.x) | halfBits(found.y) << 16);
    putFifthBits(at + 4u);
    putHalves(at + 8u);
}

#include "block/plainblock.glsl"
