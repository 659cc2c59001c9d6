// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of the types with blocks of 32 weights: one invocation a block. The type defines BLOCK_BYTES and
// quantizeBlock(at), which makes codes of the group and puts them from byte `at`.

void quantizeBlock(uint at);

void main()
{
    uint block = firstBlock() + gl_LocalInvocationIndex;
    bool present = block < blockCount();
    loadValues(block * BLOCK_LENGTH, present);
#if WEIGHTED
#ifdef ROW_WEIGHTS
    uint row = (numbers[2] + block * BLOCK_LENGTH) / numbers[1];
    loadScaledImportance(block * BLOCK_LENGTH, present, present ? rowMeanSquares[row] : 0.0);
#else
    loadBlockImportance(block * BLOCK_LENGTH, present);
#endif
#endif
    clearStaged();
    barrier();
    quantizeBlock(gl_LocalInvocationIndex * BLOCK_BYTES);
    if (doubtful && present)
        flagBlock(block);
    barrier();
    storeStaged();
}
