#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of Q8_0: 32 signed bytes and a scale. As core/kernels/types/q8_0.h.

#define BLOCK_BYTES 34
#include "block/thirtytwo.glsl"
#include "search/extreme.glsl"

/// scale = largest magnitude / 127, code = x * (1 / scale), ties away from zero. A value so small that it or its
/// product is flushed to zero has code 0 anyway.
void quantizeBlock(uint at)
{
    doubtTinyBlock();
    float scale = quotient(magnitudeOf(firstLargest()), 127.0);
    float inverse = scale == 0.0 ? 0.0 : quotient(1.0, scale);
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float scaled = x[i] * inverse;
        codes[i] = roundAway(scaled);
    }
    put(at, halfBits(scale));
    [[unroll]] for (uint i = 0u; i < 32u; i += 4u)
        put(at + 2u + i, fourCodes(i, 0u, 255u));
}

#include "block/plainblock.glsl"
