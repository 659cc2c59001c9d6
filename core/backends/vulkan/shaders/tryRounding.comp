#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Asks a device how it rounds: triples of an operation and two floats in, sum or product out.
#include "operation.glsl"

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) readonly buffer Questions { uint questions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Answers { uint answers[]; };

void main()
{
    uint i = workgroupIndex() * 64u + gl_LocalInvocationIndex;
    if (i >= numbers[0])
        return;
    float a = uintBitsToFloat(questions[3u * i + 1u]), b = uintBitsToFloat(questions[3u * i + 2u]);
    precise float sum = a + b, product = a * b;
    answers[i] = questions[3u * i] == 0u ? floatBitsToUint(sum) : floatBitsToUint(product);
}
