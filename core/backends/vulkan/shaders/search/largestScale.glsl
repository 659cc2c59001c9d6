// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The first of 16 or 8 scales that has the largest magnitude; +0 when all are zero. As largestScale() of
// core/kernels/search/extremes.h; NaN cannot occur here.

float largestScale(float scales[SUBS])
{
    float found = 0.0;
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        found = magnitudeBits(scales[j]) > magnitudeBits(found) ? scales[j] : found;
    return found;
}
