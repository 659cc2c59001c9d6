// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// TQ1_0 and TQ2_0: 256 codes for -1, 0 and 1 times a scale; five of them a byte, or four.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/blockvalues.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What the two share: scale = largest magnitude; x * (1 / scale), ties away from zero. Where 1 / scale is infinite,
/// x * (1 / scale) is no number an int can hold and counts as 0.
template <class L> struct TernaryCodes
{
    using F = typename L::F;

    SNUG_FN explicit TernaryCodes(const float *values) : scale(peaksOfBlocks<L, kSuperBlock>(values))
    {
        using V = Neighbours<L>;
        const F inverse = L::select(scale == F(0.0f), F(0.0f), F(1.0f) / scale);
        scaledCodes<L, kSuperBlock>(values, inverse, codes, kSuperBlock,
                                    [](auto quotient) { return V::roundAway(quotient) + typename V::I(1); });
    }

    F scale;
    unsigned char codes[L::kWidth * kSuperBlock]; ///< 0, 1, 2
};

/// Groups of Digits codes, Stride apart, as one fraction a byte in base 3: the byte is code 0 * 256 / 3 + code 1 *
/// 256 / 9 + ..., rounded up, so that multiplying by 3 brings one code after the other above 256.
template <int Digits, int Stride> SNUG_FN void packFractions(const unsigned char *codes, unsigned char *out)
{
    for (int i = 0; i < Stride; ++i) {
        int number = 0;
        for (int digit = 0; digit < Digits; ++digit)
            number = number * 3 + codes[i + digit * Stride];
        for (int digit = Digits; digit < 5; ++digit)
            number *= 3;
        out[i] = static_cast<unsigned char>((number * 256 + 242) / 243);
    }
}

template <int Digits, int Stride> SNUG_FN void unpackFractions(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < Stride; ++i) {
        int fraction = in[i];
        for (int digit = 0; digit < Digits; ++digit) {
            fraction *= 3;
            codes[i + digit * Stride] = static_cast<unsigned char>(fraction >> 8);
            fraction &= 255;
        }
    }
}

template <class L> SNUG_FN void expandTernary(const unsigned char *codes, float scale, float *values)
{
    expandCodes<L, kSuperBlock>(codes, values, [scale](auto code) {
        return Neighbours<L>::toFloat(code + typename Neighbours<L>::I(-1)) * typename Neighbours<L>::F(scale);
    });
}

/// Weights change nothing. Source: GGUF block TQ1_0, ggml 0.25.1.
struct TQ1_0
{
    using Block = BlockTQ1_0;
    static constexpr const char *kName = "TQ1_0";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        const TernaryCodes<L> found(batch.values);
        const HalfScales<L> scales(found.scale);
        for (int k = 0; k < L::kWidth; ++k) {
            const unsigned char *codes = found.codes + k * kSuperBlock;
            packFractions<5, 32>(codes, out[k].fives);
            packFractions<5, 16>(codes + 160, out[k].fives + 32);
            packFractions<4, 4>(codes + 240, out[k].fours);
            out[k].scale = scales.at[k];
        }
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L> SNUG_FN static void dequantize(const Block &block, float *values)
    {
        unsigned char codes[kSuperBlock];
        unpackFractions<5, 32>(block.fives, codes);
        unpackFractions<5, 16>(block.fives + 32, codes + 160);
        unpackFractions<4, 4>(block.fours, codes + 240);
        expandTernary<L>(codes, loneHalfToFloat(block.scale.get()), values);
    }
};

/// Weights change nothing. Source: GGUF block TQ2_0, ggml 0.25.1.
struct TQ2_0
{
    using Block = BlockTQ2_0;
    static constexpr const char *kName = "TQ2_0";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        const TernaryCodes<L> found(batch.values);
        const HalfScales<L> scales(found.scale);
        for (int k = 0; k < L::kWidth; ++k) {
            packTwoBits<0>(found.codes + k * kSuperBlock, out[k].codes);
            out[k].scale = scales.at[k];
        }
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L> SNUG_FN static void dequantize(const Block &block, float *values)
    {
        unsigned char codes[kSuperBlock];
        __builtin_memset(codes, 0, kSuperBlock);
        addTwoBits<0>(block.codes, codes);
        expandTernary<L>(codes, loneHalfToFloat(block.scale.get()), values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
