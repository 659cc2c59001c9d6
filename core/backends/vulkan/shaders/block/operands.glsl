// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What every quantizer is given: operands 0 .. 4 and numbers 0 .. 2 of SNUG_QUANTIZE (core/backends/abi.h), and which
// blocks a workgroup works on. Needs BLOCK_LENGTH, BLOCK_BYTES and BLOCKS (of a workgroup).

#include "../exact/arithmetic.glsl"
#include "../operation.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Values { uvec4 fourValues[]; };
layout(std430, set = 0, binding = 1) buffer Blocks { uint blockWords[]; };
layout(std430, set = 0, binding = 2) buffer Flags { uint flagWords[]; };
#if WEIGHTED
layout(std430, set = 0, binding = 3) readonly buffer Importance { uvec4 fourWeights[]; };
#ifdef ROW_WEIGHTS
layout(std430, set = 0, binding = 4) readonly buffer RowMeanSquares { float rowMeanSquares[]; };
#endif
#endif

uint blockCount() { return numbers[0] / BLOCK_LENGTH; }
uint firstBlock() { return workgroupIndex() * BLOCKS; }

/// Tells the caller to do a block again on the CPU.
void flagBlock(uint block) { atomicOr(flagWords[block / 32u], 1u << (block % 32u)); }

/// Column in which weight `weight` of the range lies.
uint columnOf(uint weight) { return (numbers[2] + weight) % numbers[1]; }
