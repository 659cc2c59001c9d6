#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q6_K: 16 sub-blocks of 16 codes of six bits around zero, scales of a signed byte. As
// core/kernels/types/q6_k.h. Importance weights are used as they are, without them x * x.

#define BLOCK_BYTES 210
#define GROUP 16
#define HALF 32
#define LEAST_CODE -HALF
#define LARGEST_CODE (HALF - 1)
#define SCALE_LENGTH 16
#include "block/subblocks.glsl"
#include "block/twoBits.glsl"
#include "search/largestScale.glsl"
#include "search/scale.glsl"

ScaleFit groupFit;
shared bool anyLevel[BLOCKS];

void fitGroup()
{
#if WEIGHTED
    int leastWeight = leastExponent(weightRange);
    doubtIf(largestExponent(weightRange) > 40);
#else
    weighBySquares();
    int leastWeight = 2 * (largestExponent(valueRange) - 7); // of those whose code is not 0
#endif
    groupFit = searchScale(x, w, HALF, leastWeight);
    fitScales[gl_LocalInvocationIndex] = groupFit.scale;
}

int codeOfFit(uint i) { return fittedCode(groupFit, x[i], HALF); }

/// The scale of largest magnitude gets level -128.
void makeLevels(uint)
{
    float scales[16];
    [[unroll]] for (uint j = 0u; j < 16u; ++j)
        scales[j] = fitScales[firstSub() + j];
    uint block = gl_LocalInvocationIndex / SUBS;
    float extreme = largestScale(scales);
    bool none = magnitudeOf(extreme) < kZeroGroup;
    float inverse = none ? 0.0 : quotient(-128.0, extreme);
    anyLevel[block] = !none;
    [[unroll]] for (uint j = 0u; j < 16u; ++j) {
        precise float scaled = inverse * scales[j];
        scaleLevels[firstSub() + j] = none ? 0u : uint(clamp(nearestInt(scaled), -128, 127)) & 255u;
    }
    superScales[block] = none ? 0u : halfBits(quotient(1.0, inverse));
}

int storedScale() { return int(scaleLevels[gl_LocalInvocationIndex] << 24) >> 24; }

void putBlock(uint at)
{
    [[unroll]] for (uint j = 0u; j < 16u; ++j)
        put(at + 192u + (j & 12u), scaleLevels[firstSub() + j] << (8u * (j & 3u)));
    put(at + 208u, superScales[gl_LocalInvocationIndex / SUBS]);
}

/// A super-block without any level (elsewhere the extreme scale has one) is stored as zeros.
void putCodes(uint at)
{
    if (!anyLevel[gl_LocalInvocationIndex / SUBS])
        return;
    // Half bytes: codes 64 apart share a byte, in each half of 128.
    uint start = firstCode() / 128u * 64u + firstCode() % 64u;
    uint place = firstCode() / 64u % 2u * 4u;
    [[unroll]] for (uint i = 0u; i < GROUP; i += 4u)
        put(at + start + i, fourCodes(i, 0u, 15u) << place);
    putTwoBits(at + 128u, 4u);
}

#include "block/subblocksMain.glsl"
