// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Float arithmetic whose results are those of the CPU on every device, or marked as doubtful. Additions, subtractions
// and multiplications are right by themselves where they are `precise`; this file adds the rest.

#ifndef SNUG_ARITHMETIC
#define SNUG_ARITHMETIC

#extension GL_EXT_control_flow_attributes : require // [[unroll]]

#include "../floatbits.glsl"

/// Set where a result may differ from the CPU's, because the device may flush subnormal numbers or do as it likes with
/// infinities. The block is done again on the CPU then.
bool doubtful = false;

void doubtIf(bool condition) { doubtful = doubtful || condition; }

uint magnitudeBits(float value) { return floatBitsToUint(value) & 0x7fffffffu; }
float magnitudeOf(float value) { return uintBitsToFloat(magnitudeBits(value)); }
float negative(float value) { return uintBitsToFloat(floatBitsToUint(value) ^ 0x80000000u); }
/// Exponent with its bias of 127; 0 for zero and subnormal numbers, 255 for infinities and NaN.
int biasedExponent(float value) { return int(magnitudeBits(value) >> 23); }

/// In doubt unless a factor is zero or the result's biased exponent is `least` or more.
float checkedProduct(float a, float b, int least)
{
    precise float result = a * b;
    int exponent = biasedExponent(result);
    doubtIf((exponent < least || exponent > 253) && a != 0.0 && b != 0.0);
    return result;
}

/// A product to compare, or one of a sum whose terms have the same sign: any normal number will do.
float product(float a, float b) { return checkedProduct(a, b, 1); }
/// A product to add or subtract: 2^-100 or more, so that no difference of two such can be subnormal.
float summand(float a, float b) { return checkedProduct(a, b, 27); }

#ifndef GUESS_ERROR // tests spoil first guesses by it
#define GUESS_ERROR 0u
#endif

// The device's own division and root, which need not be exact: first guesses, and how far they are off.
float approximateInverse(uint value) { return 1.0 / float(value); }
uint approximateProduct(float a, float b, float c) { return uint(a * b * c); }
int approximateUnits(int rest, float inverse) { return int(floor(float(rest) * inverse)); }
uint approximateRoot(uint significand) { return uint(sqrt(float(significand) * 8388608.0)); }

/// Whole number nearest to numerator * 2^shift / denominator, both 24 bits with the upper one set; there are no ties. A
/// device whose own division is off by more than sixty units leaves it in doubt.
uint nearestQuotient(uint numerator, uint shift, uint denominator)
{
    float inverse = approximateInverse(denominator);
    uint guess = approximateProduct(float(numerator), inverse, shift == 24u ? 16777216.0 : 8388608.0) + GUESS_ERROR;
    // The remainder of a good guess is small: its low 32 bits are all of it, which the product's upper half confirms.
    int rest = int((numerator << shift) - guess * denominator);
    int units = approximateUnits(rest, inverse);
    guess += uint(units);
    rest -= units * int(denominator);
    int last = rest < 0 ? -1 : uint(rest) >= denominator ? 1 : 0;
    guess += uint(last);
    rest -= last * int(denominator);
    uint high, low;
    umulExtended(guess, denominator, high, low);
    uint carry = low + uint(rest) < low ? 1u : 0u;
    doubtIf(uint(rest) >= denominator || high + carry != numerator >> (32u - shift));
    return 2u * uint(rest) > denominator ? guess + 1u : guess;
}

/// Whole number nearest to the root of significand * 2^23; there are no ties. In doubt as above.
uint nearestRoot(uint significand)
{
    uint root = approximateRoot(significand) + GUESS_ERROR;
    int rest = int((significand << 23) - root * root);
    int units = approximateUnits(rest, approximateInverse(2u * root));
    rest -= units * (int(2u * root) + units);
    root += uint(units);
    if (rest < 0) {
        root -= 1u;
        rest += int(2u * root + 1u);
    } else if (uint(rest) > 2u * root) {
        rest -= int(2u * root + 1u);
        root += 1u;
    }
    uint high, low;
    umulExtended(root, root, high, low);
    uint carry = low + uint(rest) < low ? 1u : 0u;
    doubtIf(uint(rest) > 2u * root || high + carry != significand >> 9);
    return uint(rest) > root ? root + 1u : root;
}

/// a / b, correctly rounded, of a normal number or zero and a normal number. In doubt where the quotient's biased
/// exponent leaves least .. 253; a smaller one gives zero.
float checkedQuotient(float a, float b, int least)
{
    uint sign = (floatBitsToUint(a) ^ floatBitsToUint(b)) & 0x80000000u;
    int exponentA = biasedExponent(a), exponentB = biasedExponent(b);
    doubtIf(exponentA == 255 || exponentB == 0 || exponentB == 255);
    if (exponentA == 0) {
        doubtIf(magnitudeBits(a) != 0u && least > 0);
        return uintBitsToFloat(sign);
    }
    uint numerator = floatBitsToUint(a) & 0x007fffffu | 0x00800000u;
    uint denominator = floatBitsToUint(b) & 0x007fffffu | 0x00800000u;
    uint shift = numerator < denominator ? 24u : 23u;
    uint significand = nearestQuotient(numerator, shift, denominator);
    int exponent = exponentA - exponentB + (shift == 24u ? 126 : 127);
    doubtIf(exponent < least || exponent > 253);
    uint bits = (uint(exponent) << 23) + (significand - 0x00800000u);
    return uintBitsToFloat(sign | (exponent < 1 ? 0u : bits));
}

/// a / b to add, subtract or store.
float quotient(float a, float b) { return checkedQuotient(a, b, 27); }
/// a / b to round to a whole number: what is too small to matter may be zero.
float quotientToRound(float a, float b) { return checkedQuotient(a, b, -1000); }

/// Correctly rounded square root of zero or a normal number that is not negative.
float squareRoot(float value)
{
    int biased = biasedExponent(value);
    uint bits = floatBitsToUint(value);
    doubtIf(bits > 0x7f7fffffu || (biased == 0 && bits != 0u));
    if (biased == 0)
        return 0.0;
    // value = significand * 2^(exponent - 23) with an even exponent, so that the root is
    // sqrt(significand * 2^23) * 2^(exponent / 2 - 23).
    int exponent = biased - 127;
    uint significand = bits & 0x007fffffu | 0x00800000u;
    if ((exponent & 1) != 0) {
        significand <<= 1;
        exponent -= 1;
    }
    uint root = nearestRoot(significand);
    return uintBitsToFloat((uint(exponent / 2 + 127) << 23) + (root - 0x00800000u));
}

/// Nearest whole number, ties to even, where |value| < 2^22; elsewhere what this arithmetic gives. A value that is
/// flushed to zero gives 0 as it should.
int nearestInt(float value)
{
    precise float sum = value + 12582912.0; // 1.5 * 2^23 leaves the rounded number in the low bits
    return int(floatBitsToUint(sum) & 0x007fffffu) - 0x00400000;
}

/// Nearest whole number, ties away from zero, where |value| < 2^22.
int roundAway(float value)
{
    uint sign = floatBitsToUint(value) & 0x80000000u;
    precise float sum = value + uintBitsToFloat(0x3effffffu | sign); // the float below one half
    return int(sum);
}

/// Bits of the nearest half, ties to even; doubtful where that is not finite.
uint halfBits(float value)
{
    uint bits = halfOfFloatBits(floatBitsToUint(value));
    doubtIf((bits & 0x7c00u) == 0x7c00u);
    return bits;
}

#endif
