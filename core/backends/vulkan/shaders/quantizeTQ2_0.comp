#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of TQ2_0: 256 codes for -1, 0 and 1, four a byte, and a scale.

#define BLOCK_BYTES 66
#include "block/ternary.glsl"
#include "block/twoBits.glsl"

void putCodes(uint at) { putTwoBits(at, 0u); }
void finishBlocks(uint) {}
