#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to floats: a copy that flags what is not finite.
#include "floatbits.glsl"
#include "operation.glsl"

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Blocks { uint blockWords[]; };
layout(std430, set = 0, binding = 2) buffer Flags { uint flagWords[]; };

void main()
{
    uint weight = workgroupIndex() * 256u + gl_LocalInvocationIndex;
    if (weight >= numbers[0])
        return;
    uint bits = values[weight];
    blockWords[weight] = bits;
    if ((bits & kInfinity) == kInfinity)
        atomicOr(flagWords[weight / 32u], 1u << (weight % 32u));
}
