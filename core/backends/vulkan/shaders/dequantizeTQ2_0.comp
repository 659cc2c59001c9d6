#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockTQ2_0 to floats.
#define BLOCK_LENGTH 256u
#define BLOCK_BYTES 66u
#include "dequantize.glsl"
#include "superblock.glsl"

uint weightBits(uint at, uint i) { return product(halfAt(at + 64u), int(pairAt(at, i)) - 1); }
