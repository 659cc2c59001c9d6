#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of IQ4_XS: 8 sub-blocks of 32 codes of 16 uneven levels, with scales of six bits around zero. As
// core/kernels/types/iq4_xs.h.

#define BLOCK_BYTES 136
#define GROUP 32
#include "block/subblocks.glsl"
#include "search/unevenScale.glsl"
#include "search/largestScale.glsl"

/// Not rounded to halves, unlike those of the K types.
shared float fullScales[BLOCKS];

void loadGroup(uint first, uint block, bool present)
{
    loadValues(first, present);
#if WEIGHTED
    precise float twiceMeanSquare = superBlockSquares(block, present) * (2.0 / 256.0);
    loadScaledImportance(first, present, twiceMeanSquare);
#else
    weighBySquares();
#endif
}

/// The scale of largest magnitude gets level -32, the others the nearest; levels are stored from 0.
void makeLevels()
{
    float scales[8];
    [[unroll]] for (uint j = 0u; j < 8u; ++j)
        scales[j] = fitScales[firstSub() + j];
    float superScale = quotient(negative(largestScale(scales)), 32.0);
    float inverse = superScale == 0.0 ? 0.0 : quotient(1.0, superScale);
    [[unroll]] for (uint j = 0u; j < 8u; ++j) {
        precise float scaled = inverse * scales[j];
        scaleLevels[firstSub() + j] = uint(clamp(nearestInt(scaled), -32, 31) + 32);
    }
    fullScales[gl_LocalInvocationIndex / SUBS] = superScale;
    superScales[gl_LocalInvocationIndex / SUBS] = halfBits(superScale);
}

/// Half, upper two bits of all levels, lower four bits of all levels.
void putBlock(uint at)
{
    uint low = 0u, high = 0u;
    [[unroll]] for (uint j = 0u; j < 8u; ++j) {
        uint level = scaleLevels[firstSub() + j];
        low |= (level & 15u) << (4u * j);
        high |= level >> 4 << (2u * j);
    }
    put(at, superScales[gl_LocalInvocationIndex / SUBS] | high << 16);
    put(at + 4u, low);
}

void main()
{
    uint self = gl_LocalInvocationIndex;
    uint block = firstBlock() + self / SUBS;
    bool present = block < blockCount();
    clearStaged();
    loadGroup(block * BLOCK_LENGTH + subBlock() * GROUP, block, present);
#if WEIGHTED
    fitScales[self] = searchUnevenScale(leastExponent(weightRange));
#else
    fitScales[self] = searchUnevenScale(2 * leastExponent(valueRange));
#endif
    barrier();
    if (subBlock() == 0u)
        makeLevels();
    barrier();
    precise float scale = fullScales[self / SUBS] * float(int(scaleLevels[self]) - 32);
    makeUnevenCodes(scale);
    if (doubtful && present)
        flagBlock(block);
    uint at = self / SUBS * BLOCK_BYTES;
    if (subBlock() == 0u)
        putBlock(at);
    putHalves(at + 8u + 16u * subBlock());
    barrier();
    storeStaged();
}
