#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to bfloats.
#define EXPONENT 0x7f80u
#include "quantizeHalves.glsl"

uint encode(uint bits) { return bfloatOfFloatBits(bits); }
