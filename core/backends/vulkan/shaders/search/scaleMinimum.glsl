// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for a scale and a minimum: values near scale * code - minimum, codes 0 .. top, weighted error. As
// core/kernels/search/scaleminimum.h, on the group x with weights w. Needs TOP, FIRST, STEP, STEPS and, for |d|
// instead of d * d, ABSOLUTE_ERROR.

struct ScaleMinimum
{
    float scale, low; ///< the minimum is -low
    float inverse, winnerLow;
    bool equal; ///< all values are, and not above 0: all codes 0
};

float sumW, sumX; ///< sum of w, sum of w x
uint leastDifference = 0xffffffffu; ///< of the differences seen, as Magnitudes::leastLessOne

int rangeCode(float value, float inverse, float low)
{
    precise float scaled = inverse * (value - low);
    return clamp(nearestInt(scaled), 0, TOP);
}

int fittedCode(ScaleMinimum fit, float value)
{
    return fit.equal ? 0 : rangeCode(value, fit.inverse, fit.winnerLow);
}

/// Of scale * code + offset, codes being those of `inverse` above `low`.
float rangeError(float inverse, float low, float scale, float offset)
{
    precise float sum = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        float code = float(rangeCode(x[i], inverse, low));
        precise float difference = scale * code + offset - x[i];
        leastDifference = min(leastDifference, (floatBitsToUint(difference) << 1) - 1u);
#ifdef ABSOLUTE_ERROR
        sum += w[i] * magnitudeOf(difference);
#else
        sum += w[i] * (difference * difference);
#endif
    }
    return sum;
}

/// Scale and offset of the least squares for the codes of `inverse`; false where there is no solution.
bool fitRange(float inverse, float low, out float scale, out float offset)
{
    precise float sumL = 0.0;
    precise float sumLL = 0.0;
    precise float sumXL = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        float code = float(rangeCode(x[i], inverse, low));
        precise float weighted = w[i] * code;
        sumL += weighted;
        sumLL += weighted * code;
        sumXL += weighted * x[i];
    }
    precise float determinant = summand(sumW, sumLL) - summand(sumL, sumL);
    if (!(determinant > 0.0))
        return false;
    precise float above = summand(sumLL, sumX) - summand(sumL, sumXL);
    offset = quotient(above, determinant);
    if (offset > 0.0) {
        scale = quotient(sumXL, sumLL);
        offset = 0.0;
    } else {
        precise float slope = summand(sumW, sumXL) - summand(sumX, sumL);
        scale = quotient(slope, determinant);
    }
    doubtIf(biasedExponent(scale) > 127 + 32 || biasedExponent(offset) > 127 + 32);
    return true;
}

/// No product of the sums below can leave the range of normal numbers. Every number is a multiple of 2^-126, so that
/// no difference is subnormal; only squares of tiny differences could be, which checkDifferences() looks at.
void checkRanges()
{
    int leastValue = leastExponent(valueRange), leastWeight = leastExponent(weightRange);
    doubtIf(leastValue < -100 || leastWeight < -100 || leastValue + leastWeight < -100);
    doubtIf(largestExponent(valueRange) > 30 || largestExponent(weightRange) > 40);
}

void checkDifferences()
{
    // The least exponent of a difference d with 2^-126 <= w d d, and d d no less either.
    int least = -62 + (max(-leastExponent(weightRange), 0) + 1) / 2;
#ifdef ABSOLUTE_ERROR
    least = -126 + max(-leastExponent(weightRange), 0);
#endif
    doubtIf(leastDifference < (uint(least + 127) << 24) - 1u);
}

ScaleMinimum searchScaleMinimum()
{
    float low = x[0], high = x[0];
    precise float weightSum = w[0];
    precise float valueSum = w[0] * x[0];
    [[unroll]] for (uint i = 1u; i < GROUP; ++i) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
        weightSum += w[i];
        valueSum += w[i] * x[i];
    }
    sumW = weightSum;
    sumX = valueSum;
    low = low > 0.0 ? 0.0 : low;
#ifdef ROW_WEIGHTS // types that store the sign of a zero
    low = firstIfZero(low);
#endif
    checkRanges();
    if (high <= low)
        return ScaleMinimum(0.0, low, 0.0, 0.0, true);

    precise float range = high - low;
    ScaleMinimum fit = ScaleMinimum(0.0, low, quotient(float(TOP), range), low, false);
    fit.scale = quotient(1.0, fit.inverse);
    float error = rangeError(fit.inverse, low, fit.scale, low);
    for (int i = 0; i <= STEPS; ++i) {
        precise float tries = FIRST + STEP * float(i) + float(TOP);
        precise float left = high - fit.low;
        float inverse = quotient(tries, left);
        float scale, offset;
        if (!fitRange(inverse, fit.low, scale, offset))
            continue;
        float candidateError = rangeError(inverse, fit.low, scale, offset);
        if (candidateError < error) {
            fit = ScaleMinimum(scale, offset, inverse, fit.low, false);
            error = candidateError;
        }
    }
    checkDifferences();
    return fit;
}
