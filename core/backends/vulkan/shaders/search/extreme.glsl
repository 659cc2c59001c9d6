// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Largest magnitude of the group x, and the first value that has it. Bits are compared, which no device rounds.

/// The group's least or largest value; of +0 and -0 the first. A driver may turn a comparison and a choice into its own
/// minimum, which may take the other zero.
float firstIfZero(float found)
{
    uint bits = floatBitsToUint(found);
    if ((bits & 0x7fffffffu) == 0u)
        [[unroll]] for (uint i = 0u; i < GROUP; ++i)
            bits = magnitudeBits(x[GROUP - 1u - i]) == 0u ? floatBitsToUint(x[GROUP - 1u - i]) : bits;
    return uintBitsToFloat(bits);
}

/// The first value of largest magnitude, with its sign; +0 when all are zero.
float firstLargest()
{
    float found = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        found = magnitudeBits(x[i]) > magnitudeBits(found) ? x[i] : found;
    return found;
}
