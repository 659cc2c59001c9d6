#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q5_0: a scale and 32 codes of five bits around zero.

#define BLOCK_BYTES 22
#define HALF 16
#include "block/centredCodes.glsl"

void quantizeBlock(uint at)
{
    put(at, halfBits(findCodes()));
    putFifthBits(at + 2u);
    putHalves(at + 6u);
}

#include "block/plainblock.glsl"
