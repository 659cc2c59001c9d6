// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What Q4_1 and Q5_1 share: codes 0 .. TOP above a minimum. As core/kernels/types/q4_1.h.

#define ROW_WEIGHTS
#include "thirtytwo.glsl"
#include "../search/extreme.glsl"
#if WEIGHTED
#include "../search/weightedRule.glsl"
#include "../search/scaleMinimum.glsl"
#endif

/// Makes the codes; gives scale and offset.
vec2 findCodes()
{
#if WEIGHTED
    ScaleMinimum fit = searchScaleMinimum();
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        codes[i] = fittedCode(fit, x[i]);
    return vec2(fit.scale, fit.low);
#else
    doubtIf(leastExponent(valueRange) < -126); // a device may take subnormal numbers for equal
    float least = x[0], largest = x[0];
    [[unroll]] for (uint i = 1u; i < GROUP; ++i) {
        least = x[i] < least ? x[i] : least;
        largest = x[i] > largest ? x[i] : largest;
    }
    least = firstIfZero(least);
    precise float range = largest - least;
    float scale = quotient(range, float(TOP));
    float inverse = scale == 0.0 ? 0.0 : quotient(1.0, scale);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        // The scale is 2^-100 at least: a difference that is flushed to zero has code 0 anyway.
        precise float raised = (x[i] - least) * inverse + 0.5;
        codes[i] = clamp(int(raised), 0, TOP);
    }
    return vec2(scale, least);
#endif
}
