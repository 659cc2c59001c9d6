#version 450
// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Floats to blocks of TQ1_0: 256 codes for -1, 0 and 1, five a byte, and a scale.

#define BLOCK_BYTES 54
#include "block/ternary.glsl"

/// The codes of the workgroup, two bits each, those of an invocation in two words.
shared uint sharedCodes[128];

void putCodes(uint)
{
    for (uint half_ = 0u; half_ < 2u; ++half_) {
        uint bits = 0u;
        [[unroll]] for (uint i = 0u; i < 16u; ++i)
            bits |= uint(codes[16u * half_ + i]) << (2u * i);
        sharedCodes[2u * gl_LocalInvocationIndex + half_] = bits;
    }
}

uint codeAt(uint i) { return sharedCodes[2u * firstSub() + i / 16u] >> (2u * (i % 16u)) & 3u; }

/// Codes `stride` apart as a fraction in base 3, rounded up; of five places `digits` are used.
uint fraction(uint first, uint stride, uint digits)
{
    uint number = 0u;
    for (uint digit = 0u; digit < 5u; ++digit)
        number = number * 3u + (digit < digits ? codeAt(first + digit * stride) : 0u);
    return (number * 256u + 242u) / 243u;
}

/// Bytes 0 .. 31 hold codes 0 .. 159, bytes 32 .. 47 codes 160 .. 239, bytes 48 .. 51 the last 16.
uint byteOf(uint i)
{
    if (i < 32u)
        return fraction(i, 32u, 5u);
    return i < 48u ? fraction(160u + i - 32u, 16u, 5u) : fraction(240u + i - 48u, 4u, 4u);
}

void finishBlocks(uint at)
{
    for (uint i = subBlock(); i < 13u; i += SUBS) {
        uint bytes = 0u;
        [[unroll]] for (uint k = 0u; k < 4u; ++k)
            bytes |= byteOf(4u * i + k) << (8u * k);
        put(at + 4u * i, bytes);
    }
}
