// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes of the K types: super-blocks of 256 weights, one invocation a sub-block of GROUP weights, 64 a workgroup; and
// what the invocations of a super-block share.

#define BLOCK_LENGTH 256
#define SUBS (BLOCK_LENGTH / GROUP)
#define INVOCATIONS 64
#define BLOCKS (INVOCATIONS / SUBS)

#include "group.glsl"
#include "packing.glsl"

layout(local_size_x = INVOCATIONS) in;

// Of every sub-block of the workgroup.
shared float fitScales[INVOCATIONS];
shared float fitMinimums[INVOCATIONS];
shared float fitWeights[INVOCATIONS]; ///< sums of the weights
shared uint scaleLevels[INVOCATIONS]; ///< as stored, from 0
shared uint minimumLevels[INVOCATIONS];
// Of every super-block, as halves.
shared uint superScales[BLOCKS];
shared uint superMinimums[BLOCKS];

uint subBlock() { return gl_LocalInvocationIndex % SUBS; }
uint firstSub() { return gl_LocalInvocationIndex - subBlock(); } ///< of the super-block

#if WEIGHTED
/// Sum of x * x over the super-block in index order. Every invocation makes its own: it waits for none.
float superBlockSquares(uint block, bool present)
{
    precise float sum = 0.0;
    for (uint i = 0u; i < 64u; ++i) {
        uvec4 four = present ? fourValues[block * 64u + i] : uvec4(0u);
        [[unroll]] for (uint k = 0u; k < 4u; ++k) {
            float value = uintBitsToFloat(four[k]);
            sum += value * value;
        }
    }
    return sum;
}

/// Sum of the group's weights, for the search of levels.
float sumOfWeights()
{
    precise float sum = 0.0;
    [[unroll]] for (uint i = 0u; i < GROUP; ++i)
        sum += w[i];
    return sum;
}
#endif
