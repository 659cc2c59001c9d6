// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes of the types with blocks of 32 weights: 64 invocations a workgroup, one block each.

#define BLOCK_LENGTH 32
#define GROUP 32
#define INVOCATIONS 64
#define BLOCKS INVOCATIONS

#include "group.glsl"
#include "packing.glsl"

layout(local_size_x = INVOCATIONS) in;
