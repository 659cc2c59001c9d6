#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// BlockQ8_0 to floats.
#define BLOCK_LENGTH 32u
#define BLOCK_BYTES 34u
#include "dequantize.glsl"

uint weightBits(uint at, uint i) { return product(halfAt(at), signedByteAt(at + 2u + i)); }
