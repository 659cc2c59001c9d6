// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Bit fields of blocks of 256 weights, read back; core/kernels/packing.h has the same for the CPU.

/// Two bits of code i: each half of 128 codes fills 32 bytes, codes 32 apart share a byte.
uint pairAt(uint at, uint i) { return byteAt(at + i / 128u * 32u + i % 32u) >> (i / 32u % 4u * 2u) & 3u; }

/// One bit of code i: bit i / 32 of byte i % 32.
uint bitAt(uint at, uint i) { return byteAt(at + i % 32u) >> (i / 32u) & 1u; }

/// Scale j of eight with six bits in 12 bytes, and its minimum from bit 8 up.
uint scaleMinimumAt(uint at, uint j)
{
    uint k = j % 4u;
    uint first = byteAt(at + k), second = byteAt(at + k + 4u), third = byteAt(at + k + 8u);
    if (j < 4u)
        return first & 63u | (second & 63u) << 8;
    return third & 15u | first >> 6 << 4 | (third >> 4 | second >> 6 << 4) << 8;
}

/// Bits of scale * code - minimum.
uint difference(float scale, int code, float minimum)
{
    precise float value = scale * float(code) - minimum;
    return floatBitsToUint(value);
}
