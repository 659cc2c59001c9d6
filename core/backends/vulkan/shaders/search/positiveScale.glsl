// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale of SUBS numbers that are not negative, codes 0 .. LEVEL_TOP. As
// core/kernels/search/positivescale.h. A code is kept in a byte: a negative number wraps.

float positiveX[SUBS];
float positiveW[SUBS];
int positiveCode[SUBS];
float sumXL, sumLL; ///< sum of w x l, sum of w l l

int positiveCodeOf(float scaled) { return min(nearestInt(scaled), LEVEL_TOP); }

/// w d d, in doubt where that could be subnormal.
float positiveError(uint i, float approximation)
{
    precise float difference = positiveX[i] - approximation;
    return product(product(positiveW[i], difference), difference);
}

float bestPositiveInverse(float largest)
{
    float best = quotient(float(LEVEL_TOP), largest);
    float firstScale = quotient(1.0, best);
    precise float bestError = 0.0;
    [[unroll]] for (uint i = 0u; i < SUBS; ++i) {
        precise float scaled = best * positiveX[i];
        precise float approximation = firstScale * float(nearestInt(scaled) & 255);
        bestError += positiveError(i, approximation);
    }
    for (int step_ = -4; step_ <= 4; ++step_) {
        if (step_ == 0)
            continue;
        precise float top = 0.1 * float(step_) + float(LEVEL_TOP);
        float candidate = quotient(top, largest);
        float scale = quotient(1.0, candidate);
        precise float error = 0.0;
        [[unroll]] for (uint i = 0u; i < SUBS; ++i) {
            precise float scaled = candidate * positiveX[i];
            precise float approximation = scale * float(positiveCodeOf(scaled));
            error += positiveError(i, approximation);
        }
        if (error < bestError) {
            bestError = error;
            best = candidate;
        }
    }
    return best;
}

/// Moves code i where that brings numbers and codes nearer to parallel; whether it did.
bool movePositiveCode(uint i)
{
    float level = float(positiveCode[i]);
    float wx = product(positiveW[i], positiveX[i]);
    precise float weightedLevel = positiveW[i] * level;
    precise float withoutXL = sumXL - summand(wx, level);
    precise float withoutLL = sumLL - weightedLevel * level;
    if (!(withoutXL > 0.0 && withoutLL > 0.0))
        return false;
    int code = positiveCodeOf(quotientToRound(product(positiveX[i], withoutLL), withoutXL));
    if (code == positiveCode[i])
        return false;
    float newLevel = float(code);
    precise float newWeightedLevel = positiveW[i] * newLevel;
    withoutXL += summand(wx, newLevel);
    withoutLL += newWeightedLevel * newLevel;
    if (!(product(product(withoutXL, withoutXL), sumLL) > product(product(sumXL, sumXL), withoutLL)))
        return false;
    positiveCode[i] = code & 255;
    sumXL = withoutXL;
    sumLL = withoutLL;
    return true;
}

void sumPositive(float inverse)
{
    precise float withValue = 0.0;
    precise float squared = 0.0;
    [[unroll]] for (uint i = 0u; i < SUBS; ++i) {
        precise float scaled = inverse * positiveX[i];
        int code = positiveCodeOf(scaled);
        float level = float(code);
        positiveCode[i] = code & 255;
        withValue += summand(product(positiveW[i], positiveX[i]), level);
        precise float weightedLevel = positiveW[i] * level;
        squared += weightedLevel * level;
    }
    sumXL = withValue;
    sumLL = squared;
}

float searchPositiveScale(float values[SUBS], float weights[SUBS], out int result[SUBS])
{
    float largest = 0.0;
    Magnitudes weightMagnitudes = kNoMagnitudes;
    positiveX = values;
    positiveW = weights;
    [[unroll]] for (uint i = 0u; i < SUBS; ++i) {
        largest = largest > values[i] ? largest : values[i];
        include(weightMagnitudes, weights[i]);
        result[i] = 0;
    }
    if (largest < 1e-15)
        return 0.0;
    // Sums of w l l have normal terms only; all other products are looked at one by one.
    doubtIf(leastExponent(weightMagnitudes) < -100 || largestExponent(weightMagnitudes) > 60);
    sumPositive(bestPositiveInverse(largest));
    for (int sweep = 0; sweep < 5; ++sweep) {
        bool changed = false;
        [[unroll]] for (uint i = 0u; i < SUBS; ++i)
            changed = movePositiveCode(i) || changed;
        if (!changed)
            break;
    }
    result = positiveCode;
    return sumLL > 0.0 ? quotient(sumXL, sumLL) : 0.0;
}
