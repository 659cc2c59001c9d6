#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Bfloats to floats.
#define BLOCK_LENGTH 1u
#define BLOCK_BYTES 2u
#include "dequantize.glsl"

uint weightBits(uint at, uint) { return shortAt(at) << 16; }
