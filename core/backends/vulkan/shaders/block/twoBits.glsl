// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Bit fields of the types that keep 256 codes apart from each other: as packTwoBits() and packOneBit() of
// core/kernels/packing.h, for the GROUP codes of one invocation.

/// Number in the super-block of the group's first code.
uint firstCode() { return subBlock() * GROUP; }

/// Two bits from `shift` up: each half of 128 codes fills 32 bytes, codes 32 apart share a byte.
void putTwoBits(uint at, uint shift)
{
    uint start = firstCode() / 128u * 32u + firstCode() % 32u;
    uint place = firstCode() / 32u % 4u * 2u;
    [[unroll]] for (uint i = 0u; i < GROUP; i += 4u)
        put(at + start + i, fourCodes(i, shift, 3u) << place);
}

/// Bit `shift`: code i in bit i / 32 of byte i % 32.
void putOneBit(uint at, uint shift)
{
    uint start = firstCode() % 32u;
    uint place = firstCode() / 32u;
    [[unroll]] for (uint i = 0u; i < GROUP; i += 4u)
        put(at + start + i, fourCodes(i, shift, 1u) << place);
}
