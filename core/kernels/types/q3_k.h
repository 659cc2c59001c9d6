// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q3_K: 16 sub-blocks of 16 codes of three bits around zero, scales of six bits around zero.

#pragma once

#include "core/kernels/packing.h"
#include "core/kernels/search/scale.h"
#include "core/kernels/search/scaledescent.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: nearest, ties to even, after true division by the scale as stored; see superblock.h.
/// Source: GGUF block Q3_K, ggml 0.25.1.
struct Q3_K
{
    using Block = BlockQ3_K;
    static constexpr const char *kName = "Q3_K";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 16;
    static constexpr int kLeastCode = -4;
    static constexpr int kLargestCode = 3;
    static constexpr float kMeanSquareFactor = 2.0f;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks<L, Q3_K>::quantize(batch, out);
    }

    template <class L> SNUG_FN static ScaleMinimum<L> fit(const typename L::F (&x)[16], typename L::I (&codes)[16])
    {
        return {descendScale<L, 4>(x, codes), 0.0f};
    }

    template <class L>
    SNUG_FN static ScaleMinimum<L> fitWeighted(const typename L::F (&x)[16], const typename L::F (&w)[16],
                                               typename L::I (&codes)[16])
    {
        return {searchScale<L, 4>(x, w, codes), 0.0f};
    }

    /// The scale of largest magnitude gets level -32; levels are stored from 0.
    template <class L> SNUG_FN static void levels(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        using F = typename L::F;
        using I = typename L::I;
        F scales[16];
        L::loadColumns(fits.scales, 16, scales);
        const F extreme = largestScale<L>(scales).value;
        const typename L::M none = extreme == F(0.0f);
        const F inverse = F(-32.0f) / extreme;
        I level[16];
        for (int j = 0; j < 16; ++j) {
            const I byte =
                ((L::nearestInt(inverse * scales[j]) + I(128)) & I(255)) + I(-128); // as kept in a signed byte
            level[j] = L::select(none, I(0), L::clamp(byte, -32, 31) + I(32));
        }
        L::storeColumns(level, out.scales, 16);
        L::store(L::select(none, F(0.0f), F(1.0f) / inverse), out.scale);
        L::store(F(0.0f), out.minimum);
    }

    template <class L> SNUG_FN static void levelsWeighted(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        typename L::F scales[16], w[16];
        typename L::I level[16];
        L::loadColumns(fits.scales, 16, scales);
        L::loadColumns(fits.weightSums, 16, w);
        L::store(searchScale<L, 32>(scales, w, level), out.scale);
        L::storeColumns(level, out.scales, 16);
        L::store(typename L::F(0.0f), out.minimum);
    }

    SNUG_FN static void packLevels(const unsigned char *scales, const unsigned char *, uint16_t scale, uint16_t,
                                   Block &block)
    {
        packSixBits(scales, block.scales);
        block.scale.set(scale);
    }

    SNUG_FN static StoredLevels unpackLevels(const Block &block)
    {
        StoredLevels levels{};
        unpackSixBits(block.scales, levels.scales);
        levels.scale = loneHalfToFloat(block.scale.get());
        return levels;
    }

    SNUG_FN static void packCodes(const unsigned char *codes, Block &block)
    {
        packTwoBits<0>(codes, block.low);
        packOneBit<2>(codes, block.high);
    }

    SNUG_FN static void unpackCodes(const Block &block, unsigned char *codes)
    {
        __builtin_memset(codes, 0, kSuperBlock);
        addTwoBits<0>(block.low, codes);
        addOneBit<2>(block.high, codes);
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        dequantizeSuperBlock<L, Q3_K>(block, values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
