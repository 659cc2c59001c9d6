#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q2_K: 16 sub-blocks of 16 codes of two bits, scales and minimums of four bits. As
// core/kernels/types/q2_k.h.

#define BLOCK_BYTES 84
#define GROUP 16
#define TOP 3
#define HAS_MINIMUM
#define MEAN_SQUARE_FACTOR 1.0
#define LEAST_CODE 0
#define LARGEST_CODE TOP
#define LEVEL_TOP 15
#define LEVEL_LIMIT 255u
#include "block/subblocks.glsl"
#include "block/twoBits.glsl"
#if WEIGHTED
#include "search/weightedRule.glsl"
#else
#define FIRST -0.5
#define STEP 0.1
#define STEPS 15
#define ABSOLUTE_ERROR
#endif
#include "search/scaleMinimum.glsl"
#include "search/levels.glsl"

ScaleMinimum groupFit;

void fitGroup()
{
#if !WEIGHTED
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        w[i] = magnitudeOf(x[i]);
    weightRange = valueRange;
#endif
    groupFit = searchScaleMinimum();
    fitScales[gl_LocalInvocationIndex] = groupFit.scale;
    fitMinimums[gl_LocalInvocationIndex] = negative(groupFit.low);
}

int codeOfFit(uint i) { return fittedCode(groupFit, x[i]); }
int storedScale() { return int(scaleLevels[gl_LocalInvocationIndex] & 15u); }

/// A level of more than four bits, of a scale that rounding made negative, reaches into the minimum's.
int storedMinimum()
{
    uint self = gl_LocalInvocationIndex;
    return int((scaleLevels[self] >> 4 | minimumLevels[self]) & 15u);
}

/// A byte a sub-block: scale low, minimum high. Of a scale's level all eight bits are kept.
void putBlock(uint at)
{
    [[unroll]] for (uint j = 0u; j < 16u; j += 4u) {
        uint bytes = 0u;
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {
            uint self = firstSub() + j + k;
            bytes |= ((scaleLevels[self] | minimumLevels[self] << 4) & 255u) << (8u * k);
        }
        put(at + j, bytes);
    }
    uint block = gl_LocalInvocationIndex / SUBS;
    put(at + 80u, superScales[block] | superMinimums[block] << 16);
}

void putCodes(uint at) { putTwoBits(at + 16u, 0u); }

#include "block/subblocksMain.glsl"
