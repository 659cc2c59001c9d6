#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockIQ4_NL to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 18u
#include "dequantize.glsl"
#include "unevenlevels.glsl"

uint weightBits(uint at, uint i) { return product(halfAt(at), unevenLevel(nibbleAt(at + 2u, i, 16u))); }
