// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for the scale of a group x with weights w whose codes stand for 16 uneven levels, and the code of a number. As
// core/kernels/search/unevenlevels.h.

#include "../unevenlevels.glsl"
#include "extreme.glsl"

/// Whether level `code` or a higher one is nearest: each begins midway from the level below. No step is at zero: a
/// number that is flushed there has its level.
bool reaches(float number, int code)
{
    precise float step_ = 0.5 * float(kUnevenLevels[code - 1] + kUnevenLevels[code]);
    return number >= step_;
}

/// Code 0 .. 15 of the nearest level.
int unevenCode(float number)
{
    int code = 0;
    [[unroll]] for (int i = 1; i < 16; ++i)
        code += reaches(number, i) ? 1 : 0;
    return code;
}

/// The nearest level itself; cheaper than looking it up.
int nearestLevel(float number)
{
    int level = kUnevenLevels[0];
    [[unroll]] for (int i = 1; i < 16; ++i)
        level += reaches(number, i) ? kUnevenLevels[i] - kUnevenLevels[i - 1] : 0;
    return level;
}

/// Sum of w l x and sum of w l l of the levels l nearest to inverse * x.
vec2 sumUnevenCandidate(float inverse)
{
    precise float withValue = 0.0;
    precise float squared = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float scaled = inverse * x[i];
        float level = float(nearestLevel(scaled));
        precise float weighted = w[i] * level;
        withValue += weighted * x[i];
        squared += weighted * level;
    }
    return vec2(withValue, squared);
}

/// `leastWeight`: exponent of the least weight.
float searchUnevenScale(int leastWeight)
{
    float extreme = firstLargest();
    if (magnitudeOf(extreme) < 1e-15)
        return 0.0;
    // Levels are never zero: the least product is that of the least value and weight. From 2^-100 on no difference of
    // such products is subnormal.
    int leastValue = leastExponent(valueRange);
    doubtIf(leastValue < -100 || leastWeight < -100 || leastValue + leastWeight < -100);
    doubtIf(largestExponent(valueRange) > 60);

    vec2 sums = sumUnevenCandidate(quotient(1.0, quotient(extreme, 127.0)));
    float scale = sums.y > 0.0 ? quotient(sums.x, sums.y) : 0.0;
    float best = product(scale, sums.x);
    for (int step_ = -7; step_ <= 7; ++step_) {
        sums = sumUnevenCandidate(quotient(float(step_ - 127), extreme));
        if (sums.y > 0.0 && product(sums.x, sums.x) > product(best, sums.y)) {
            scale = quotient(sums.x, sums.y);
            best = product(scale, sums.x);
        }
    }
    return scale;
}

/// The codes of x for a scale.
void makeUnevenCodes(float scale)
{
    float inverse = scale == 0.0 ? 0.0 : quotient(1.0, scale);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float scaled = inverse * x[i];
        codes[i] = unevenCode(scaled);
    }
}
