#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to halves.
#define EXPONENT 0x7c00u
#include "quantizeHalves.glsl"

uint encode(uint bits) { return halfOfFloatBits(bits); }
