// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of one invocation into the bit fields of a block; core/kernels/packing.h has the same for the CPU.

#include "writer.glsl"

int codes[GROUP];

/// Bits shift .. of four codes from `first`, one a byte.
uint fourCodes(uint first, uint shift, uint mask)
{
    uint bytes = 0u;
    [[unroll]] for (uint k = 0u; k < 4u; ++k)
        bytes |= (uint(codes[first + k]) >> shift & mask) << (8u * k);
    return bytes;
}

/// Half bytes of 32 codes: code i low in byte i, code i + 16 high.
void putHalves(uint at)
{
    [[unroll]] for (uint i = 0u; i < 16u; i += 4u)
        put(at + i, fourCodes(i, 0u, 15u) | fourCodes(i + 16u, 0u, 15u) << 4);
}

/// Bit 4 of 32 codes: code i in bit i.
void putFifthBits(uint at)
{
    uint bits = 0u;
    [[unroll]] for (uint i = 0u; i < 32u; ++i)
        bits |= (uint(codes[i]) >> 4 & 1u) << i;
    put(at, bits);
}
