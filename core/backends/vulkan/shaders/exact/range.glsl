// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The magnitudes that occur in a group of numbers, by their bits: they tell beforehand that no product can leave the
// range in which all devices agree.

#ifndef SNUG_RANGE
#define SNUG_RANGE

#include "arithmetic.glsl"

/// Least and largest magnitude, zeros left out. Bits are shifted one up: they grow with the magnitude, and zero less
/// one is above all.
struct Magnitudes
{
    uint leastLessOne;
    uint largest;
};

const Magnitudes kNoMagnitudes = Magnitudes(0xffffffffu, 0u);

void includeBits(inout Magnitudes seen, uint bits)
{
    seen.leastLessOne = min(seen.leastLessOne, (bits << 1) - 1u);
    seen.largest = max(seen.largest, bits << 1);
}

void include(inout Magnitudes seen, float value) { includeBits(seen, floatBitsToUint(value)); }

bool allZero(Magnitudes seen) { return seen.largest == 0u; }
/// floor(log2) of the least and largest; of subnormal numbers -127. For zeros alone a number that passes every check.
int leastExponent(Magnitudes seen) { return allZero(seen) ? 0 : int(seen.leastLessOne + 1u >> 24) - 127; }
int largestExponent(Magnitudes seen) { return allZero(seen) ? 0 : int(seen.largest >> 24) - 127; }

#endif
