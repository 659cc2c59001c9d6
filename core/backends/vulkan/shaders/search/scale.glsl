// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale: values near scale * code, codes -half .. half - 1, weighted squared error. As
// core/kernels/search/scale.h. SCALE_LENGTH values.

#include "../exact/range.glsl"

const float kZeroGroup = 1e-15; ///< below this largest magnitude a group counts as all zero

struct ScaleFit
{
    float scale;
    float inverse; ///< codes are the values times this, rounded
    bool zeros;    ///< all codes 0 (from 0), whatever the inverse says
};

int scaleCode(float value, float inverse, int halfCodes)
{
    precise float scaled = inverse * value;
    return clamp(nearestInt(scaled), -halfCodes, halfCodes - 1);
}

/// Codes 0 .. 2 * half - 1 of the values.
int fittedCode(ScaleFit fit, float value, int halfCodes)
{
    return fit.zeros ? 0 : scaleCode(value, fit.inverse, halfCodes) + halfCodes;
}

/// Sum of w x l and sum of w l l of the codes l that belong to `inverse`.
vec2 sumScaleCandidate(float values[SCALE_LENGTH], float weights[SCALE_LENGTH], float inverse, int halfCodes)
{
    precise float withValue = 0.0;
    precise float squared = 0.0;
    [[unroll]] for (uint i = 0u; i < SCALE_LENGTH; ++i) {
        float code = float(scaleCode(values[i], inverse, halfCodes));
        withValue += weights[i] * values[i] * code;
        squared += weights[i] * code * code;
    }
    return vec2(withValue, squared);
}

/// `leastWeight`: exponent of the least weight that a code other than 0 can meet.
ScaleFit searchScale(float values[SCALE_LENGTH], float weights[SCALE_LENGTH], int halfCodes, int leastWeight)
{
    float extreme = 0.0;
    [[unroll]] for (uint i = 0u; i < SCALE_LENGTH; ++i)
        extreme = magnitudeBits(values[i]) > magnitudeBits(extreme) ? values[i] : extreme;
    if (magnitudeOf(extreme) < kZeroGroup)
        return ScaleFit(0.0, 0.0, true);
    // Codes other than 0 have values of a 66th of the largest at least. Products with code 0 do not matter.
    int exponent = biasedExponent(extreme) - 127;
    doubtIf(leastWeight + exponent - 7 < -100 || leastWeight < -100 || exponent > 60);

    float inverse = quotient(-float(halfCodes), extreme);
    vec2 sums = sumScaleCandidate(values, weights, inverse, halfCodes);
    float scale = sums.y == 0.0 ? 0.0 : quotient(sums.x, sums.y);
    float best = product(scale, sums.x);
    for (int step_ = -9; step_ <= 9; ++step_) {
        if (step_ == 0)
            continue;
        precise float tenths = 0.1 * float(step_);
        precise float top = float(halfCodes) + tenths;
        float candidate = quotient(-top, extreme);
        sums = sumScaleCandidate(values, weights, candidate, halfCodes);
        if (sums.y > 0.0 && product(sums.x, sums.x) > product(best, sums.y)) {
            inverse = candidate;
            scale = quotient(sums.x, sums.y);
            best = product(scale, sums.x);
        }
    }
    return ScaleFit(scale, inverse, false);
}
