// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Blocks of a workgroup, put together in shared memory and then written as whole words. BLOCKS * BLOCK_BYTES is a
// multiple of 4, so that no other workgroup writes to the same word.
// Needs INVOCATIONS, of a workgroup.

#define STAGED_WORDS (BLOCKS * BLOCK_BYTES / 4)

shared uint stagedWords[STAGED_WORDS];

/// Before anything is put; a barrier must follow.
void clearStaged()
{
    for (uint i = gl_LocalInvocationIndex; i < STAGED_WORDS; i += INVOCATIONS)
        stagedWords[i] = 0u;
}

/// Adds four bytes, low one first, from byte `at` of the workgroup's blocks. Bits that are set are set for good.
void put(uint at, uint bytes)
{
    uint shift = 8u * (at & 3u);
    atomicOr(stagedWords[at >> 2], bytes << shift);
    if (shift != 0u && bytes >> (32u - shift) != 0u)
        atomicOr(stagedWords[(at >> 2) + 1u], bytes >> (32u - shift));
}

/// After everything is put and a barrier. The last word of the range may end in bytes of no block.
void storeStaged()
{
    uint first = firstBlock() * BLOCK_BYTES / 4u;
    uint words = (blockCount() * BLOCK_BYTES + 3u) / 4u;
    for (uint i = gl_LocalInvocationIndex; i < STAGED_WORDS && first + i < words; i += INVOCATIONS)
        blockWords[first + i] = stagedWords[i];
}
