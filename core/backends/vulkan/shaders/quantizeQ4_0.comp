#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q4_0: a scale and 32 codes of four bits around zero.

#define BLOCK_BYTES 18
#define HALF 8
#include "block/centredCodes.glsl"

void quantizeBlock(uint at)
{
    put(at, halfBits(findCodes()));
    putHalves(at + 2u);
}

#include "block/plainblock.glsl"
