// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What Q4_K and Q5_K share: 8 sub-blocks of 32 codes 0 .. TOP, scales and minimums of six bits. As
// core/kernels/types/q4_k.h. Without WEIGHTED the type gives the rule of its search.

#define GROUP 32
#define HAS_MINIMUM
#define MEAN_SQUARE_FACTOR 2.0
#define LEAST_CODE 0
#define LARGEST_CODE TOP
#define LEVEL_TOP 63
#define LEVEL_LIMIT 63u
#include "subblocks.glsl"
#if WEIGHTED
#include "../search/weightedRule.glsl"
#endif
#include "../search/scaleMinimum.glsl"
#include "../search/levels.glsl"

ScaleMinimum groupFit;

#if !WEIGHTED
/// w = |x| + root mean square of the group.
void weighByMagnitudes()
{
    // From a largest value of 2^-40 on, squares that are flushed to zero could not have changed the sum.
    doubtIf(!allZero(valueRange) && largestExponent(valueRange) < -40);
    precise float squares = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        squares += x[i] * x[i];
    precise float meanSquare = squares * (1.0 / 32.0);
    float rootMeanSquare = squareRoot(meanSquare);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float weight = rootMeanSquare + magnitudeOf(x[i]);
        w[i] = weight;
        include(weightRange, weight);
    }
}
#endif

void fitGroup()
{
#if !WEIGHTED
    weighByMagnitudes();
#endif
    groupFit = searchScaleMinimum();
    fitScales[gl_LocalInvocationIndex] = groupFit.scale;
    fitMinimums[gl_LocalInvocationIndex] = negative(groupFit.low);
}

int codeOfFit(uint i) { return fittedCode(groupFit, x[i]); }

/// Level of sub-block 4 .. 7 as it is read back: a level of more than six bits, of a number that rounding made negative,
/// four before it reaches into its upper bits.
uint upperLevel(uint level, uint fourBefore) { return level & 15u | ((level >> 4 | fourBefore >> 6) & 3u) << 4; }

int storedScale()
{
    uint self = gl_LocalInvocationIndex, level = scaleLevels[self];
    return int(subBlock() < 4u ? level & 63u : upperLevel(level, scaleLevels[self - 4u]));
}

int storedMinimum()
{
    uint self = gl_LocalInvocationIndex, level = minimumLevels[self];
    return int(subBlock() < 4u ? level & 63u : upperLevel(level, minimumLevels[self - 4u]));
}

/// Scales, then eight scales and eight minimums of six bits in 12 bytes: see packScaleMinimums() in packing.h.
void putBlock(uint at)
{
    uint block = gl_LocalInvocationIndex / SUBS, first = firstSub();
    put(at, superScales[block] | superMinimums[block] << 16);
    uvec3 bytes = uvec3(0u);
    [[unroll]] for (uint j = 0u; j < 4u; ++j) {
        uint scale = scaleLevels[first + j], upperScale = scaleLevels[first + j + 4u];
        uint minimum = minimumLevels[first + j], upperMinimum = minimumLevels[first + j + 4u];
        bytes.x |= ((scale | upperScale >> 4 << 6) & 255u) << (8u * j);
        bytes.y |= ((minimum | upperMinimum >> 4 << 6) & 255u) << (8u * j);
        bytes.z |= ((upperScale & 15u) | (upperMinimum & 15u) << 4) << (8u * j);
    }
    put(at + 4u, bytes.x);
    put(at + 8u, bytes.y);
    put(at + 12u, bytes.z);
}

/// Half bytes: two sub-blocks share 32 bytes, the first low.
void putLowBits(uint at)
{
    uint sub = subBlock();
    [[unroll]] for (uint i = 0u; i < 32u; i += 4u)
        put(at + 32u * (sub / 2u) + i, fourCodes(i, 0u, 15u) << (4u * (sub & 1u)));
}
