// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What Q4_0 and Q5_0 share: codes 0 .. 2 * HALF - 1 that stand for -HALF .. HALF - 1. As core/kernels/types/q4_0.h.

#define ROW_WEIGHTS
#include "thirtytwo.glsl"
#if WEIGHTED
#define SCALE_LENGTH GROUP
#include "../search/scale.glsl"
#else
#include "../search/extreme.glsl"
#endif

/// Makes the codes; gives the scale.
float findCodes()
{
#if WEIGHTED
    ScaleFit fit = searchScale(x, w, HALF, leastExponent(weightRange));
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        codes[i] = fittedCode(fit, x[i], HALF);
    return fit.scale;
#else
    doubtTinyBlock();
    float scale = quotient(firstLargest(), -float(HALF));
    float inverse = scale == 0.0 ? 0.0 : quotient(1.0, scale);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float raised = x[i] * inverse + (float(HALF) + 0.5);
        codes[i] = clamp(int(raised), 0, 2 * HALF - 1);
    }
    return scale;
#endif
}
