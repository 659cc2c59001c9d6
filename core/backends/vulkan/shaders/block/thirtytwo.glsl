// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes of the types with blocks of 32 weights: 64 invocations a workgroup, one block each.

#extension GL_GOOGLE_include_directive : require

#define BLOCK_LENGTH 32
#define GROUP 32
#define BLOCKS 64
layout(local_size_x = 64) in;

#include "group.glsl"
#include "packing.glsl"
