#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Asks for the arithmetic of exact/arithmetic.glsl: triples of a question and two floats in, pairs of an answer and
// whether it is in doubt out. For tests. A question's upper 16 bits say by how much first guesses are made wrong.

uint guessError = 0u;
#define GUESS_ERROR guessError
#include "exact/arithmetic.glsl"
#include "operation.glsl"

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) readonly buffer Questions { uint questions[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Answers { uint answers[]; };

/// The questions of tests/backends/tst_shaderarithmetic.cpp.
uint answerTo(uint question, float a, float b)
{
    if (question == 0u)
        return floatBitsToUint(quotient(a, b));
    if (question == 1u)
        return floatBitsToUint(quotientToRound(a, b));
    if (question == 2u)
        return floatBitsToUint(squareRoot(a));
    if (question == 3u)
        return floatBitsToUint(summand(a, b));
    if (question == 4u)
        return uint(nearestInt(a));
    if (question == 5u)
        return uint(roundAway(a));
    return halfBits(a);
}

void main()
{
    uint i = workgroupIndex() * 64u + gl_LocalInvocationIndex;
    if (i >= numbers[0])
        return;
    float a = uintBitsToFloat(questions[3u * i + 1u]), b = uintBitsToFloat(questions[3u * i + 2u]);
    guessError = uint(int(questions[3u * i]) >> 16);
    answers[2u * i] = answerTo(questions[3u * i] & 0xffffu, a, b);
    answers[2u * i + 1u] = doubtful ? 1u : 0u;
}
