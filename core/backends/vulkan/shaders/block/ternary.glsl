// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What TQ1_0 and TQ2_0 share: 256 codes for -1, 0 and 1 times a scale. Eight invocations a block, 32 weights each. As
// core/kernels/types/ternary.h.

#define GROUP 32
#include "subblocks.glsl"
#include "../search/extreme.glsl"
#include "../search/largestScale.glsl"

void putCodes(uint at);     ///< of this invocation
void finishBlocks(uint at); ///< after a barrier: what needs the codes of other invocations

/// scale = largest magnitude; codes x * (1 / scale), ties away from zero, plus 1. Gives the scale. (Values so small
/// that they or their products are flushed to zero have code 1 anyway.)
float findCodes()
{
    doubtTinyBlock();
    fitScales[gl_LocalInvocationIndex] = magnitudeOf(firstLargest());
    barrier();
    float peaks[SUBS];
    [[unroll]] for (uint j = 0u; j < SUBS; ++j)
        peaks[j] = fitScales[firstSub() + j];
    float scale = largestScale(peaks);
    float inverse = magnitudeBits(scale) == 0u ? 0.0 : quotient(1.0, scale);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float scaled = x[i] * inverse;
        codes[i] = roundAway(scaled) + 1;
    }
    return scale;
}

void main()
{
    uint self = gl_LocalInvocationIndex;
    uint block = firstBlock() + self / SUBS;
    bool present = block < blockCount();
    clearStaged();
    loadValues(block * BLOCK_LENGTH + subBlock() * GROUP, present);
    float scale = findCodes(); // has a barrier
    uint at = self / SUBS * BLOCK_BYTES;
    if (subBlock() == 0u)
        put(at + BLOCK_BYTES - 2u, halfBits(scale));
    putCodes(at);
    if (doubtful && present)
        flagBlock(block);
    barrier();
    finishBlocks(at);
    barrier();
    storeStaged();
}
