#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to floats.
#define BLOCK_LENGTH 1u
#define BLOCK_BYTES 4u
#include "dequantize.glsl"

uint weightBits(uint at, uint) { return blockWords[at >> 2]; }
