// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the blocks of each type lie in a file, byte by byte. All members are bytes: blocks may lie at any address, and
// a byte may alias the storage of anything. Source: GGUF specification, block structures; little endian.

#pragma once

#include "core/kernels/isa.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// A 16-bit number, low byte first: the bits of an IEEE half or of a bfloat16.
struct Stored16
{
    unsigned char low, high;

    SNUG_FN uint16_t get() const { return static_cast<uint16_t>(low | high << 8); }
    SNUG_FN void set(uint16_t bits)
    {
        low = static_cast<unsigned char>(bits);
        high = static_cast<unsigned char>(bits >> 8);
    }
};

struct BlockQ1_0
{
    Stored16 scale;
    unsigned char signs[16]; ///< weight i in bit i % 8 of byte i / 8; set: not negative
};
static_assert(sizeof(BlockQ1_0) == 18);

struct BlockQ2_0
{
    Stored16 scale;
    unsigned char codes[16]; ///< weight i in bits 2 * (i % 4) of byte i / 4
};
static_assert(sizeof(BlockQ2_0) == 18);

struct BlockQ8_0
{
    Stored16 scale;
    unsigned char codes[32]; ///< signed
};
static_assert(sizeof(BlockQ8_0) == 34);

struct BlockQ4_0
{
    Stored16 scale;
    unsigned char low[16]; ///< weight i in the low half of byte i, weight i + 16 in the high half
};
static_assert(sizeof(BlockQ4_0) == 18);

struct BlockQ4_1
{
    Stored16 scale, minimum;
    unsigned char low[16];
};
static_assert(sizeof(BlockQ4_1) == 20);

struct BlockQ5_0
{
    Stored16 scale;
    unsigned char high[4]; ///< fifth bit of weight i in bit i of the 32-bit number
    unsigned char low[16];
};
static_assert(sizeof(BlockQ5_0) == 22);

struct BlockQ5_1
{
    Stored16 scale, minimum;
    unsigned char high[4];
    unsigned char low[16];
};
static_assert(sizeof(BlockQ5_1) == 24);

struct BlockIQ4_NL
{
    Stored16 scale;
    unsigned char codes[16]; ///< as in Q4_0
};
static_assert(sizeof(BlockIQ4_NL) == 18);

struct BlockMXFP4
{
    unsigned char exponent;  ///< of the scale, 2^(exponent - 127)
    unsigned char codes[16]; ///< as in Q4_0
};
static_assert(sizeof(BlockMXFP4) == 17);

struct BlockNVFP4
{
    unsigned char scales[4]; ///< floats of 4 bits exponent and 3 bits mantissa, one a group of 16 weights
    unsigned char codes[32]; ///< of each group: weight i in the low half of byte i, weight i + 8 in the high half
};
static_assert(sizeof(BlockNVFP4) == 36);

// Super-blocks: 256 weights in sub-blocks of 16 or 32.

struct BlockQ2_K
{
    unsigned char scales[16]; ///< scale in the low half, minimum in the high half, one byte a sub-block of 16
    unsigned char codes[64];
    Stored16 scale, minimum;
};
static_assert(sizeof(BlockQ2_K) == 84);

struct BlockQ3_K
{
    unsigned char high[32]; ///< third bit of weight i in bit i / 32 of byte i % 32
    unsigned char low[64];
    unsigned char scales[12]; ///< sixteen 6-bit numbers
    Stored16 scale;
};
static_assert(sizeof(BlockQ3_K) == 110);

struct BlockQ4_K
{
    Stored16 scale, minimum;
    unsigned char scales[12]; ///< eight 6-bit scales and eight 6-bit minimums
    unsigned char low[128];
};
static_assert(sizeof(BlockQ4_K) == 144);

struct BlockQ5_K
{
    Stored16 scale, minimum;
    unsigned char scales[12];
    unsigned char high[32]; ///< fifth bit of weight i in bit i / 32 of byte i % 32
    unsigned char low[128];
};
static_assert(sizeof(BlockQ5_K) == 176);

struct BlockQ6_K
{
    unsigned char low[128];
    unsigned char high[64];
    unsigned char scales[16]; ///< signed
    Stored16 scale;
};
static_assert(sizeof(BlockQ6_K) == 210);

struct BlockIQ4_XS
{
    Stored16 scale;
    Stored16 scalesHigh;        ///< upper two bits of sub-block j's scale at bit 2 * j
    unsigned char scalesLow[4]; ///< lower four bits, two sub-blocks a byte
    unsigned char codes[128];   ///< each sub-block of 32 as in Q4_0
};
static_assert(sizeof(BlockIQ4_XS) == 136);

// Weights that are points of a grid in groups of eight or four; a group's sign bits tell which weights are negative.
// Where only seven are stored the eighth makes the number of negative weights even.

struct BlockIQ2_XXS
{
    Stored16 scale;
    unsigned char groups[64]; ///< per 32 weights: four point numbers, then 4 x 7 sign bits and the scale's 4 bits
};
static_assert(sizeof(BlockIQ2_XXS) == 66);

struct BlockIQ2_XS
{
    Stored16 scale;
    Stored16 groups[32];     ///< point number in 9 bits, sign bits in 7
    unsigned char scales[8]; ///< four bits for every 16 weights
};
static_assert(sizeof(BlockIQ2_XS) == 74);

struct BlockIQ2_S
{
    Stored16 scale;
    unsigned char low[32]; ///< lower eight bits of the point numbers
    unsigned char signs[32];
    unsigned char high[8]; ///< upper two bits, four groups a byte
    unsigned char scales[8];
};
static_assert(sizeof(BlockIQ2_S) == 82);

struct BlockIQ3_XXS
{
    Stored16 scale;
    unsigned char points[64];         ///< one for every four weights
    unsigned char signsAndScales[32]; ///< per 32 weights: 4 x 7 sign bits and the scale's 4 bits
};
static_assert(sizeof(BlockIQ3_XXS) == 98);

struct BlockIQ3_S
{
    Stored16 scale;
    unsigned char low[64];
    unsigned char high[8]; ///< ninth bit of point number i in bit i % 8 of byte i / 8
    unsigned char signs[32];
    unsigned char scales[4]; ///< four bits for every 32 weights
};
static_assert(sizeof(BlockIQ3_S) == 110);

struct BlockIQ1_S
{
    Stored16 scale;
    unsigned char low[32];
    Stored16
        high[8]; ///< per 32 weights: upper three bits of four point numbers, three bits of scale, sign of the shift
};
static_assert(sizeof(BlockIQ1_S) == 50);

struct BlockIQ1_M
{
    unsigned char low[32];
    unsigned char high[16]; ///< per 8 weights: upper three bits of the point number, sign of the shift
    Stored16 scales[4];     ///< each four scales of three bits for 16 weights; above them four bits of the block's half
};
static_assert(sizeof(BlockIQ1_M) == 56);

// Weights of three values.

struct BlockTQ1_0
{
    unsigned char fives[48]; ///< five weights a byte, as fractions in base 3: weights 0 .. 159 and 160 .. 239
    unsigned char fours[4];  ///< four weights a byte
    Stored16 scale;
};
static_assert(sizeof(BlockTQ1_0) == 54);

struct BlockTQ2_0
{
    unsigned char codes[64]; ///< as in Q2_K
    Stored16 scale;
};
static_assert(sizeof(BlockTQ2_0) == 66);

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
