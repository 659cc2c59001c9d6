// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of the K types, in the three steps of core/kernels/superblock.h: fit every sub-block, bring the scales of a
// super-block to a few bits, quantize again with the scales as stored. The type defines MEAN_SQUARE_FACTOR (of 256, 0:
// importance as it is), LEAST_CODE, LARGEST_CODE and the functions below.

void fitGroup();              ///< from x, w: fitScales and fitMinimums of this invocation
int codeOfFit(uint i);        ///< of the group's weight i, from 0; for a stored scale of zero
void makeLevels(uint which);  ///< 0: scaleLevels and superScales of the super-block; 1: the same of minimums
int storedScale();            ///< the level of this invocation's scale, as it will be read back
int storedMinimum();          ///< the same of its minimum
void putBlock(uint at);       ///< levels and super scales, by the first invocation of a super-block
void putCodes(uint at);       ///< of this invocation's group

void loadGroup(uint block, bool present)
{
    uint first = block * BLOCK_LENGTH + subBlock() * GROUP;
    loadValues(first, present);
#if WEIGHTED
#ifdef MEAN_SQUARE_FACTOR
    precise float meanSquare = superBlockSquares(block, present) * (MEAN_SQUARE_FACTOR / 256.0);
    loadScaledImportance(first, present, meanSquare);
#else
    loadImportance(first, present);
#endif
    fitWeights[gl_LocalInvocationIndex] = sumOfWeights();
#endif
}

void quantizeAgain()
{
    uint self = gl_LocalInvocationIndex, block = self / SUBS;
    precise float scale = floatOfHalf(superScales[block]) * float(storedScale());
#ifdef HAS_MINIMUM
    precise float minimum = floatOfHalf(superMinimums[block]) * float(storedMinimum());
#else
    const float minimum = 0.0;
#endif
    [[unroll]] for (uint i = 0u; i < GROUP; ++i) {
        if (scale == 0.0) {
            codes[i] = codeOfFit(i);
        } else {
            precise float raised = x[i] + minimum;
            codes[i] = clamp(nearestInt(quotientToRound(raised, scale)), LEAST_CODE, LARGEST_CODE) - LEAST_CODE;
        }
    }
}

void main()
{
    uint self = gl_LocalInvocationIndex;
    uint block = firstBlock() + self / SUBS;
    bool present = block < blockCount();
    clearStaged();
    loadGroup(block, present);
    fitGroup();
    barrier();
#ifdef HAS_MINIMUM
    if (subBlock() < 2u)
        makeLevels(subBlock());
#else
    if (subBlock() == 0u)
        makeLevels(0u);
#endif
    barrier();
    quantizeAgain();
    if (doubtful && present)
        flagBlock(block);
    if (subBlock() == 0u)
        putBlock(self / SUBS * BLOCK_BYTES);
    putCodes(self / SUBS * BLOCK_BYTES);
    barrier();
    storeStaged();
}
