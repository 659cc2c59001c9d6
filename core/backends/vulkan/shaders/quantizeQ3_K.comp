#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q3_K: 16 sub-blocks of 16 codes of three bits around zero, scales of six bits around zero. As
// core/kernels/types/q3_k.h.

#define BLOCK_BYTES 110
#define GROUP 16
#define HALF 4
#define MEAN_SQUARE_FACTOR 2.0
#define LEAST_CODE -HALF
#define LARGEST_CODE (HALF - 1)
#define SCALE_LENGTH 16
#include "block/subblocks.glsl"
#include "block/twoBits.glsl"
#if WEIGHTED
#include "search/scale.glsl"
#else
#include "search/largestScale.glsl"
#include "search/scaleDescent.glsl"
#endif

#if WEIGHTED
ScaleFit groupFit;

void fitGroup()
{
    groupFit = searchScale(x, w, HALF, leastExponent(weightRange));
    fitScales[gl_LocalInvocationIndex] = groupFit.scale;
}

int codeOfFit(uint i) { return fittedCode(groupFit, x[i], HALF); }
#else
void fitGroup() { fitScales[gl_LocalInvocationIndex] = descendScale(); }

int codeOfFit(uint i) { return descentCode[i] + HALF; }
#endif

/// The scale of largest magnitude gets level -32; levels are stored from 0.
void makeLevels(uint)
{
    float scales[16];
    [[unroll]] for (uint j = 0u; j < 16u; ++j)
        scales[j] = fitScales[firstSub() + j];
    uint block = gl_LocalInvocationIndex / SUBS;
#if WEIGHTED
    float weights[16];
    Magnitudes range = kNoMagnitudes;
    [[unroll]] for (uint j = 0u; j < 16u; ++j) {
        weights[j] = fitWeights[firstSub() + j];
        include(range, weights[j]);
    }
    ScaleFit fit = searchScale(scales, weights, 32, leastExponent(range));
    [[unroll]] for (uint j = 0u; j < 16u; ++j)
        scaleLevels[firstSub() + j] = uint(fittedCode(fit, scales[j], 32));
    superScales[block] = halfBits(fit.scale);
#else
    float extreme = largestScale(scales);
    float inverse = extreme == 0.0 ? 0.0 : quotient(-32.0, extreme);
    [[unroll]] for (uint j = 0u; j < 16u; ++j) {
        precise float scaled = inverse * scales[j];
        int byte_ = (nearestInt(scaled) + 128 & 255) - 128; // as kept in a signed byte
        scaleLevels[firstSub() + j] = extreme == 0.0 ? 0u : uint(clamp(byte_, -32, 31) + 32);
    }
    superScales[block] = extreme == 0.0 ? 0u : halfBits(quotient(1.0, inverse));
#endif
}

int storedScale() { return int(scaleLevels[gl_LocalInvocationIndex]) - 32; }

/// Sixteen numbers of six bits in 12 bytes: see packSixBits() in packing.h.
void putBlock(uint at)
{
    [[unroll]] for (uint j = 0u; j < 16u; ++j) {
        uint level = scaleLevels[firstSub() + j];
        put(at + 96u + (j & 4u), (level & 15u) << (8u * (j % 4u) + j / 8u * 4u));
        put(at + 104u, level >> 4 << (8u * (j % 4u) + j / 4u * 2u));
    }
    put(at + 108u, superScales[gl_LocalInvocationIndex / SUBS]);
}

void putCodes(uint at)
{
    putOneBit(at, 2u);
    putTwoBits(at + 32u, 0u);
}

#include "block/subblocksMain.glsl"
