// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GROUP weights that one invocation works on, a block or a sub-block, and their importance.

#include "../exact/range.glsl"
#include "operands.glsl"

float x[GROUP];
float w[GROUP]; ///< weights of a search
Magnitudes valueRange = kNoMagnitudes;
Magnitudes weightRange = kNoMagnitudes;

/// Zeros where there is no such block.
void loadValues(uint first, bool present)
{
    [[unroll]] for (uint i = 0u; i < GROUP / 4u; ++i) {
        uvec4 four = present ? fourValues[first / 4u + i] : uvec4(0u);
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {
            x[4u * i + k] = uintBitsToFloat(four[k]);
            includeBits(valueRange, four[k]); // what was in memory: no instruction has touched it
        }
    }
}

/// For types without a search: a device may take a block of subnormal numbers for zeros.
void doubtTinyBlock() { doubtIf(!allZero(valueRange) && largestExponent(valueRange) < -126); }

/// w = x * x. Products of small values may be flushed to zero; who uses them looks at valueRange.
void weighBySquares()
{
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float square = x[i] * x[i];
        w[i] = square;
    }
}

#if WEIGHTED
/// w = importance.
void loadImportance(uint first, bool present)
{
    uint column = columnOf(first);
    [[unroll]] for (uint i = 0u; i < GROUP / 4u; ++i) {
        uvec4 four = present ? fourWeights[column / 4u + i] : uvec4(0u);
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {
            w[4u * i + k] = uintBitsToFloat(four[k]);
            includeBits(weightRange, four[k]);
        }
    }
}

/// w = importance * sqrt(meanSquare + x * x). From a mean square of 2^-100 on, a square that is flushed to zero could
/// not have changed the sum.
void loadScaledImportance(uint first, bool present, float meanSquare)
{
    loadImportance(first, present);
    doubtIf(biasedExponent(meanSquare) < 27 && (magnitudeBits(meanSquare) != 0u || !allZero(valueRange)));
    weightRange = kNoMagnitudes;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        precise float square = x[i] * x[i] + meanSquare;
        w[i] = product(w[i], squareRoot(square));
        include(weightRange, w[i]);
    }
}
#endif
