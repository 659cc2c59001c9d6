// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Largest magnitude of the group x, and the first value that has it. Bits are compared, which no device rounds.

/// The first value of largest magnitude, with its sign; +0 when all are zero.
float firstLargest()
{
    float found = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        found = magnitudeBits(x[i]) > magnitudeBits(found) ? x[i] : found;
    return found;
}
