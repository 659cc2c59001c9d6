#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SNUG_ERROR_SUMS: a workgroup sums a stretch of 256 weights, four an invocation and then in pairs.
#include "operation.glsl"

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) readonly buffer First { float a[]; };
layout(std430, set = 0, binding = 1) readonly buffer Second { float b[]; };
layout(std430, set = 0, binding = 2) readonly buffer Flags { uint flagWords[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Sums { vec2 sums[]; };

shared vec2 partial[64];

bool isLeftOut(uint weight)
{
    if ((present & 4u) == 0u)
        return false;
    uint block = weight / numbers[1];
    return (flagWords[block / 32u] >> (block % 32u) & 1u) != 0u;
}

void main()
{
    uint stretch = workgroupIndex();
    uint first = stretch * 256u + gl_LocalInvocationIndex;
    precise vec2 sum = vec2(0.0);
    for (uint k = 0u; k < 4u; ++k) {
        uint weight = first + 64u * k;
        if (weight < numbers[0] && !isLeftOut(weight)) {
            precise float error = a[weight] - b[weight];
            sum += vec2(a[weight] * a[weight], error * error);
        }
    }
    partial[gl_LocalInvocationIndex] = sum;
    for (uint half_ = 32u; half_ > 0u; half_ /= 2u) {
        barrier();
        if (gl_LocalInvocationIndex < half_) {
            sum += partial[gl_LocalInvocationIndex + half_];
            partial[gl_LocalInvocationIndex] = sum;
        }
    }
    if (gl_LocalInvocationIndex == 0u && stretch * 256u < numbers[0])
        sums[stretch] = sum;
}
