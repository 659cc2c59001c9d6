#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q5_K: 8 sub-blocks of 32 codes of five bits, scales and minimums of six bits.

#define BLOCK_BYTES 176
#define TOP 31
#if !WEIGHTED
#define FIRST -0.5
#define STEP 0.1
#define STEPS 15
#endif
#include "block/sixBitLevels.glsl"

void putCodes(uint at)
{
    [[unroll]] for (uint i = 0u; i < 32u; i += 4u)
        put(at + 16u + i, fourCodes(i, 4u, 1u) << subBlock());
    putLowBits(at + 48u);
}

#include "block/subblocksMain.glsl"
