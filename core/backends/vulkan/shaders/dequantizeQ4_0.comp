#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ4_0 to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 18u
#include "dequantize.glsl"

uint weightBits(uint at, uint i) { return product(halfAt(at), int(nibbleAt(at + 2u, i, 16u)) - 8); }
