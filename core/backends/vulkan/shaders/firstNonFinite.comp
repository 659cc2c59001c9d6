#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SNUG_FIRST_NONFINITE: four numbers an invocation. The answer begins with all bits set.
#include "floatbits.glsl"
#include "operation.glsl"

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) buffer Answer { uint first; };

void main()
{
    uint at = workgroupIndex() * 1024u + gl_LocalInvocationIndex;
    uint end = min(at + 1024u, numbers[0]);
    for (; at < end; at += 256u)
        if ((values[at] & kInfinity) == kInfinity) {
            atomicMin(first, at);
            return;
        }
}
