// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q4_K and Q5_K: 8 sub-blocks of 32 codes of four or five bits, scales and minimums of six bits.

#pragma once

#include "core/kernels/packing.h"
#include "core/kernels/search/levels.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Searches without importance weights: weights |x| + root mean square of the sub-block, squared error.
struct Q4_KRule
{
    static constexpr int kTop = 15;
    static constexpr float kFirst = -1.0f;
    static constexpr float kStep = 0.1f;
    static constexpr int kSteps = 20;
    static constexpr bool kAbsoluteError = false;
};

struct Q5_KRule
{
    static constexpr int kTop = 31;
    static constexpr float kFirst = -0.5f;
    static constexpr float kStep = 0.1f;
    static constexpr int kSteps = 15;
    static constexpr bool kAbsoluteError = false;
};

/// What Q4_K and Q5_K share. Rounding: nearest, ties to even, after true division by the scale as stored; see
/// superblock.h. Source: GGUF blocks Q4_K, Q5_K, ggml 0.25.1.
template <class BlockType, class Rule> struct SixBitLevels
{
    using Block = BlockType;
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 32;
    static constexpr int kLeastCode = 0;
    static constexpr int kLargestCode = Rule::kTop;
    static constexpr float kMeanSquareFactor = 2.0f;

    template <class L> SNUG_FN static ScaleMinimum<L> fit(const typename L::F (&x)[32], typename L::I (&codes)[32])
    {
        typename L::F squares = 0.0f;
        for (int i = 0; i < 32; ++i)
            squares += x[i] * x[i];
        const typename L::F rootMeanSquare = L::sqrt(squares / typename L::F(32.0f));
        typename L::F w[32];
        for (int i = 0; i < 32; ++i)
            w[i] = rootMeanSquare + L::abs(x[i]);
        return searchScaleMinimum<L, Rule>(x, w, codes);
    }

    template <class L>
    SNUG_FN static ScaleMinimum<L> fitWeighted(const typename L::F (&x)[32], const typename L::F (&w)[32],
                                               typename L::I (&codes)[32])
    {
        return searchScaleMinimum<L, WeightedRule<Rule::kTop>>(x, w, codes);
    }

    template <class L> SNUG_FN static void levels(const SubBlockFits<L, 8> &fits, SubBlockLevels<L, 8> &out)
    {
        plainLevels<L, 63, 63, 8>(fits.scales, out.scales, out.scale);
        plainLevels<L, 63, 63, 8>(fits.minimums, out.minimums, out.minimum);
    }

    template <class L> SNUG_FN static void levelsWeighted(const SubBlockFits<L, 8> &fits, SubBlockLevels<L, 8> &out)
    {
        weightedLevels<L, 63, 8>(fits.scales, fits.weightSums, out.scales, out.scale);
        weightedLevels<L, 63, 8>(fits.minimums, fits.weightSums, out.minimums, out.minimum);
    }

    SNUG_FN static void packLevels(const unsigned char *scales, const unsigned char *minimums, uint16_t scale,
                                   uint16_t minimum, Block &block)
    {
        packScaleMinimums(scales, minimums, block.scales);
        block.scale.set(scale);
        block.minimum.set(minimum);
    }

    SNUG_FN static StoredLevels unpackLevels(const Block &block)
    {
        StoredLevels levels;
        unpackScaleMinimums(block.scales, levels.scales, levels.minimums);
        levels.scale = loneHalfToFloat(block.scale.get());
        levels.minimum = loneHalfToFloat(block.minimum.get());
        return levels;
    }

    SNUG_FN static bool isFinite(const Block &block)
    {
        return isFiniteHalf(block.scale.get()) && isFiniteHalf(block.minimum.get());
    }

    SNUG_FN static void packLow(const unsigned char *codes, Block &block)
    {
        for (int pair = 0; pair < 4; ++pair)
            packNibbles<32>(codes + 64 * pair, block.low + 32 * pair);
    }

    SNUG_FN static void unpackLow(const Block &block, unsigned char *codes)
    {
        for (int pair = 0; pair < 4; ++pair)
            unpackNibbles<32>(block.low + 32 * pair, codes + 64 * pair);
    }
};

struct Q4_K : SixBitLevels<BlockQ4_K, Q4_KRule>
{
    static constexpr const char *kName = "Q4_K";

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks<L, Q4_K>::quantize(batch, out);
    }
    SNUG_FN static void packCodes(const unsigned char *codes, Block &block) { packLow(codes, block); }
    SNUG_FN static void unpackCodes(const Block &block, unsigned char *codes) { unpackLow(block, codes); }
    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        dequantizeSuperBlock<L, Q4_K>(block, values);
    }
};

struct Q5_K : SixBitLevels<BlockQ5_K, Q5_KRule>
{
    static constexpr const char *kName = "Q5_K";

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks<L, Q5_K>::quantize(batch, out);
    }
    SNUG_FN static void packCodes(const unsigned char *codes, Block &block)
    {
        packLow(codes, block);
        packOneBit<4>(codes, block.high);
    }
    SNUG_FN static void unpackCodes(const Block &block, unsigned char *codes)
    {
        unpackLow(block, codes);
        addOneBit<4>(block.high, codes);
    }
    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        dequantizeSuperBlock<L, Q5_K>(block, values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
