// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scales or minimums of a super-block's sub-blocks brought to levels 0 .. LEVEL_TOP of one scale, in shared memory. As
// core/kernels/search/levels.h. LEVEL_LIMIT: most that a level may be.

#if WEIGHTED
#include "positiveScale.glsl"
#endif

struct Levels
{
    float scale;
    uint levels[SUBS];
};

Levels findLevels(float numbers[SUBS])
{
    Levels found;
#if WEIGHTED
    float weights[SUBS];
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        weights[j] = fitWeights[firstSub() + j];
    int positiveCodes[SUBS];
    found.scale = searchPositiveScale(numbers, weights, positiveCodes);
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        found.levels[j] = uint(positiveCodes[j]);
#else
    float largest = 0.0;
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        largest = numbers[j] > largest ? numbers[j] : largest;
    float inverse = largest > 0.0 ? quotient(float(LEVEL_TOP), largest) : 0.0;
    [[unroll]] for (uint j = 0u; j < SUBS; ++j) {
        precise float scaled = inverse * numbers[j];
        found.levels[j] = min(uint(nearestInt(scaled)) & 255u, LEVEL_LIMIT);
    }
    found.scale = quotient(largest, float(LEVEL_TOP));
#endif
    return found;
}

/// 0: scales, 1: minimums.
void makeLevels(uint which)
{
    float numbers[SUBS];
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        numbers[j] = which == 0u ? fitScales[firstSub() + j] : fitMinimums[firstSub() + j];
    Levels found = findLevels(numbers);
    uint bits = halfBits(found.scale);
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        if (which == 0u)
            scaleLevels[firstSub() + j] = found.levels[j];
        else
            minimumLevels[firstSub() + j] = found.levels[j];
    if (which == 0u)
        superScales[gl_LocalInvocationIndex / SUBS] = bits;
    else
        superMinimums[gl_LocalInvocationIndex / SUBS] = bits;
}
