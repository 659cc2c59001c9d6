#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SNUG_ROW_MEAN_SQUARES: a workgroup does 32 rows. All of it brings 32 columns into shared memory, then one invocation
// a row adds them up in order, as every sum whose result decides bytes.
#include "operation.glsl"

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer MeanSquares { uint meanSquares[]; };
layout(std430, set = 0, binding = 2) buffer Flags { uint flagWords[]; };

const uint kTile = 32u;
shared uint tile[kTile * (kTile + 1u)]; ///< rows one word apart, so that a column lies in different banks

float sum = 0.0;
bool doubtful = false;

void loadTile(uint firstRow, uint firstColumn)
{
    for (uint i = gl_LocalInvocationIndex; i < kTile * kTile; i += 256u) {
        uint row = i / kTile, column = i % kTile;
        bool inside = firstRow + row < numbers[0] && firstColumn + column < numbers[1];
        tile[row * (kTile + 1u) + column] =
            inside ? values[(firstRow + row) * numbers[1] + firstColumn + column] : 0u;
    }
}

/// A square below 2^-126 may be flushed to zero. That changes the sum only as long as this is small itself: beyond
/// 2^-100 such a square is less than half of its last place. (2^-62 and 2^-100 as bits.)
void addSquare(uint bits)
{
    float value = uintBitsToFloat(bits);
    uint magnitude = bits & 0x7fffffffu;
    doubtful = doubtful || (magnitude != 0u && magnitude < 0x20800000u && floatBitsToUint(sum) < 0x0d800000u);
    precise float total = sum + value * value;
    sum = total;
}

/// Bits of the nearest float to a / b, ties to even, of normal positive numbers with a normal quotient.
uint quotientBits(uint a, uint b)
{
    uint rest = a & 0x007fffffu | 0x00800000u;
    uint divisor = b & 0x007fffffu | 0x00800000u;
    uint exponent = (a >> 23) + 127u - (b >> 23);
    if (rest < divisor) {
        rest <<= 1;
        exponent -= 1u;
    }
    uint significand = 0u;
    for (int bit = 0; bit < 24; ++bit) {
        bool fits = rest >= divisor;
        significand = significand << 1 | (fits ? 1u : 0u);
        rest = (fits ? rest - divisor : rest) << 1;
    }
    bool up = rest > divisor || (rest == divisor && (significand & 1u) != 0u);
    return (exponent << 23) + (significand & 0x007fffffu) + (up ? 1u : 0u);
}

void finishRow(uint row)
{
    uint bits = floatBitsToUint(sum);
    uint divisor = floatBitsToUint(float(numbers[1]));
    // Neither an infinite sum, nor a mean that could be subnormal, nor a divisor that is not exactly the columns.
    doubtful = doubtful || bits >= 0x7f800000u || numbers[1] > 1u << 24 ||
               (bits != 0u && (bits >> 23) + 125u < divisor >> 23);
    meanSquares[row] = bits == 0u || doubtful ? 0u : quotientBits(bits, divisor);
    if (doubtful)
        atomicOr(flagWords[row / 32u], 1u << (row % 32u));
}

void main()
{
    uint firstRow = workgroupIndex() * kTile;
    uint row = firstRow + gl_LocalInvocationIndex;
    bool mine = gl_LocalInvocationIndex < kTile && row < numbers[0];
    for (uint column = 0u; column < numbers[1]; column += kTile) {
        loadTile(firstRow, column);
        barrier();
        for (uint i = 0u; mine && i < kTile; ++i)
            addSquare(tile[gl_LocalInvocationIndex * (kTile + 1u) + i]);
        barrier();
    }
    if (mine)
        finishRow(row);
}
