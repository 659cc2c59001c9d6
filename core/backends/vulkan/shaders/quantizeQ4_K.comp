#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q4_K: 8 sub-blocks of 32 codes of four bits, scales and minimums of six bits.

#define BLOCK_BYTES 144
#define TOP 15
#if !WEIGHTED
#define FIRST -1.0
#define STEP 0.1
#define STEPS 20
#endif
#include "block/sixBitLevels.glsl"

void putCodes(uint at) { putLowBits(at + 16u); }

#include "block/subblocksMain.glsl"
