// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale by moving single codes: values x near scale * code, codes -HALF .. HALF - 1, weights x * x. As
// core/kernels/search/scaledescent.h.

#include "extreme.glsl"

int descentCode[GROUP]; ///< from -HALF; -HALF in a group of zeros
float sumXL, sumLL;     ///< sum of w x l, sum of w l l

void startDescent(float inverse)
{
    precise float withValue = 0.0;
    precise float squared = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float scaled = inverse * x[i];
        descentCode[i] = clamp(nearestInt(scaled), -HALF, HALF - 1);
        float level = float(descentCode[i]);
        precise float weight = x[i] * x[i];
        withValue += weight * x[i] * level;
        squared += weight * level * level;
    }
    sumXL = withValue;
    sumLL = squared;
}

/// Moves code i to the best one for the others' scale where that is better; whether it did.
bool moveCode(uint i)
{
    float level = float(descentCode[i]);
    precise float weight = x[i] * x[i];
    precise float withoutXL = sumXL - weight * x[i] * level;
    precise float withoutLL = sumLL - weight * level * level;
    if (!(withoutXL > 0.0))
        return false;
    int code = clamp(nearestInt(quotientToRound(product(x[i], withoutLL), withoutXL)), -HALF, HALF - 1);
    if (code == descentCode[i])
        return false;
    float newLevel = float(code);
    withoutXL += weight * x[i] * newLevel;
    withoutLL += weight * newLevel * newLevel;
    if (!(withoutLL > 0.0) ||
        !(product(product(withoutXL, withoutXL), sumLL) > product(product(sumXL, sumXL), withoutLL)))
        return false;
    descentCode[i] = code;
    sumXL = withoutXL;
    sumLL = withoutLL;
    return true;
}

/// Gives the scale.
float descendScale()
{
    float extreme = firstLargest();
    if (magnitudeOf(extreme) < 1e-15) {
        [[unroll]] for (uint i = 0u; i < GROUP; ++i)
            descentCode[i] = -HALF;
        return 0.0;
    }
    // x * x * x is 2^-100 or more, so that no difference of sums is subnormal.
    doubtIf(leastExponent(valueRange) < -33 || largestExponent(valueRange) > 30);
    startDescent(quotient(-float(HALF), extreme));
    for (int sweep = 0; sweep < 5; ++sweep) {
        bool changed = false;
        [[unroll]] for (uint i = 0u; i < GROUP; ++i)
            changed = moveCode(i) || changed;
        if (!changed)
            break;
    }
    return sumLL > 0.0 ? quotient(sumXL, sumLL) : 0.0;
}
