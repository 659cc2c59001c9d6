// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q2_K: 16 sub-blocks of 16 codes of two bits, scales and minimums of four bits.

#pragma once

#include "core/kernels/packing.h"
#include "core/kernels/search/levels.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Search without importance weights: weights |x|, absolute error.
struct Q2_KRule
{
    static constexpr int kTop = 3;
    static constexpr float kFirst = -0.5f;
    static constexpr float kStep = 0.1f;
    static constexpr int kSteps = 15;
    static constexpr bool kAbsoluteError = true;
};

/// Rounding: nearest, ties to even, after true division by the scale as stored; see superblock.h.
/// Source: GGUF block Q2_K, ggml 0.25.1.
struct Q2_K
{
    using Block = BlockQ2_K;
    static constexpr const char *kName = "Q2_K";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 16;
    static constexpr int kLeastCode = 0;
    static constexpr int kLargestCode = 3;
    static constexpr float kMeanSquareFactor = 1.0f;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks<L, Q2_K>::quantize(batch, out);
    }

    template <class L> SNUG_FN static ScaleMinimum<L> fit(const typename L::F (&x)[16], typename L::I (&codes)[16])
    {
        typename L::F w[16];
        for (int i = 0; i < 16; ++i)
            w[i] = L::abs(x[i]);
        return searchScaleMinimum<L, Q2_KRule>(x, w, codes);
    }

    template <class L>
    SNUG_FN static ScaleMinimum<L> fitWeighted(const typename L::F (&x)[16], const typename L::F (&w)[16],
                                               typename L::I (&codes)[16])
    {
        return searchScaleMinimum<L, WeightedRule<3>>(x, w, codes);
    }

    template <class L> SNUG_FN static void levels(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        plainLevels<L, 15, 255, 16>(fits.scales, out.scales, out.scale);
        plainLevels<L, 15, 255, 16>(fits.minimums, out.minimums, out.minimum);
    }

    template <class L> SNUG_FN static void levelsWeighted(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        weightedLevels<L, 15, 16>(fits.scales, fits.weightSums, out.scales, out.scale);
        weightedLevels<L, 15, 16>(fits.minimums, fits.weightSums, out.minimums, out.minimum);
    }

    SNUG_FN static void packLevels(const unsigned char *scales, const unsigned char *minimums, uint16_t scale,
                                   uint16_t minimum, Block &block)
    {
        for (int j = 0; j < 16; ++j)
            block.scales[j] = static_cast<unsigned char>(scales[j] | minimums[j] << 4);
        block.scale.set(scale);
        block.minimum.set(minimum);
    }

    SNUG_FN static StoredLevels unpackLevels(const Block &block)
    {
        StoredLevels levels;
        unsigned char both[32];
        unpackNibbles<16>(block.scales, both);
        __builtin_memcpy(levels.scales, both, 16);
        __builtin_memcpy(levels.minimums, both + 16, 16);
        levels.scale = loneHalfToFloat(block.scale.get());
        levels.minimum = loneHalfToFloat(block.minimum.get());
        return levels;
    }

    SNUG_FN static void packCodes(const unsigned char *codes, Block &block) { packTwoBits<0>(codes, block.codes); }

    SNUG_FN static void unpackCodes(const Block &block, unsigned char *codes)
    {
        __builtin_memset(codes, 0, kSuperBlock);
        addTwoBits<0>(block.codes, codes);
    }

    SNUG_FN static bool isFinite(const Block &block)
    {
        return isFiniteHalf(block.scale.get()) && isFiniteHalf(block.minimum.get());
    }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        dequantizeSuperBlock<L, Q2_K>(block, values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
