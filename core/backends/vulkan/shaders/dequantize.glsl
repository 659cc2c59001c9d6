// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of SNUG_DEQUANTIZE: one weight an invocation. The type defines BLOCK_LENGTH, BLOCK_BYTES and
// weightBits(at, i), the bits of weight i of the block at byte `at`. Blocks are read as words, whatever their size, so no
// device needs 8- or 16-bit storage.
// Stored scales are halves, so products of scales and codes are 0 or 2^-24 at least: nothing here can be subnormal.

#include "floatbits.glsl"
#include "operation.glsl"

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Blocks { uint blockWords[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Values { uint values[]; };

uint weightBits(uint at, uint i);

uint byteAt(uint at) { return blockWords[at >> 2] >> (8u * (at & 3u)) & 255u; }
int signedByteAt(uint at) { return int(byteAt(at) << 24) >> 24; }
/// At an even place.
uint shortAt(uint at) { return blockWords[at >> 2] >> (8u * (at & 2u)) & 0xffffu; }
float halfAt(uint at) { return floatOfHalf(shortAt(at)); }

/// Code i of a group of 2 * N that share bytes: the first N lie in the lower halves.
uint nibbleAt(uint at, uint i, uint n) { return byteAt(at + i % n) >> (i / n * 4u) & 15u; }

/// Bits of scale * code.
uint product(float scale, int code)
{
    precise float value = scale * float(code);
    return floatBitsToUint(value);
}

/// Bits of scale * code + offset.
uint sum(float scale, uint code, float offset)
{
    precise float value = scale * float(code) + offset;
    return floatBitsToUint(value);
}

/// Scale or minimum of a sub-block.
float scaled(float scale, int level)
{
    precise float value = scale * float(level);
    return value;
}

void main()
{
    uint weight = workgroupIndex() * 256u + gl_LocalInvocationIndex;
    if (weight < numbers[0])
        values[weight] = weightBits(weight / BLOCK_LENGTH * BLOCK_BYTES, weight % BLOCK_LENGTH);
}
