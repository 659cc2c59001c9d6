#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ4_1 to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 20u
#include "dequantize.glsl"

uint weightBits(uint at, uint i) { return sum(halfAt(at), nibbleAt(at + 4u, i, 16u), halfAt(at + 2u)); }
