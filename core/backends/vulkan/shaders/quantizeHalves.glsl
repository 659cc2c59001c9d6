// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// main() of SNUG_QUANTIZE to 16-bit floats: two weights, a word, an invocation. The format defines encode(bits), and
// EXPONENT, whose bits are all set in what is not finite.

#include "floatbits.glsl"
#include "operation.glsl"

layout(local_size_x = 256) in;

layout(std430, set = 0, binding = 0) readonly buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Blocks { uint blockWords[]; };
layout(std430, set = 0, binding = 2) buffer Flags { uint flagWords[]; };

uint encode(uint bits);

/// Zero behind the last weight.
uint encoded(uint weight)
{
    if (weight >= numbers[0])
        return 0u;
    uint bits = encode(values[weight]);
    if ((bits & EXPONENT) == EXPONENT)
        atomicOr(flagWords[weight / 32u], 1u << (weight % 32u));
    return bits;
}

void main()
{
    uint word = workgroupIndex() * 256u + gl_LocalInvocationIndex;
    if (2u * word < numbers[0])
        blockWords[word] = encoded(2u * word) | encoded(2u * word + 1u) << 16;
}
