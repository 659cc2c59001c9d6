#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of IQ4_NL: a scale and 32 codes of 16 uneven levels. As core/kernels/types/iq4_nl.h.

#define BLOCK_BYTES 18
#include "block/thirtytwo.glsl"
#include "search/unevenScale.glsl"

#if WEIGHTED
/// w = importance * sqrt(2 * mean square of the block + x * x).
void loadBlockImportance(uint first, bool present)
{
    precise float squares = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        squares += x[i] * x[i];
    precise float twiceMeanSquare = squares * (2.0 / 32.0);
    loadScaledImportance(first, present, twiceMeanSquare);
}
#endif

void quantizeBlock(uint at)
{
#if WEIGHTED
    float scale = searchUnevenScale(leastExponent(weightRange));
#else
    weighBySquares();
    float scale = searchUnevenScale(2 * leastExponent(valueRange));
#endif
    makeUnevenCodes(scale);
    put(at, halfBits(scale));
    putHalves(at + 2u);
}

#include "block/plainblock.glsl"
