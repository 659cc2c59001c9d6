// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q6_K: 16 sub-blocks of 16 codes of six bits around zero, scales of a signed byte.

#pragma once

#include "core/kernels/packing.h"
#include "core/kernels/search/scale.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: nearest, ties to even, after true division by the scale as stored; see superblock.h. Importance weights
/// are used as they are, without them x * x. Source: GGUF block Q6_K, ggml 0.25.1.
struct Q6_K
{
    using Block = BlockQ6_K;
    static constexpr const char *kName = "Q6_K";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 16;
    static constexpr int kLeastCode = -32;
    static constexpr int kLargestCode = 31;
    static constexpr float kMeanSquareFactor = 0.0f;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks<L, Q6_K>::quantize(batch, out);
    }

    template <class L> SNUG_FN static ScaleMinimum<L> fit(const typename L::F (&x)[16], typename L::I (&codes)[16])
    {
        typename L::F w[16];
        for (int i = 0; i < 16; ++i)
            w[i] = x[i] * x[i];
        return fitWeighted<L>(x, w, codes);
    }

    template <class L>
    SNUG_FN static ScaleMinimum<L> fitWeighted(const typename L::F (&x)[16], const typename L::F (&w)[16],
                                               typename L::I (&codes)[16])
    {
        return {searchScale<L, 32>(x, w, codes), 0.0f};
    }

    /// The scale of largest magnitude gets level -128.
    template <class L> SNUG_FN static void levels(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        using F = typename L::F;
        using I = typename L::I;
        F scales[16];
        L::loadColumns(fits.scales, 16, scales);
        const Extreme<L> extreme = largestScale<L>(scales);
        const typename L::M none = extreme.magnitude < F(kZeroGroup);
        const F inverse = F(-128.0f) / extreme.value;
        I level[16];
        for (int j = 0; j < 16; ++j)
            level[j] = L::select(none, I(0), L::clamp(L::nearestInt(inverse * scales[j]), -128, 127));
        L::storeColumns(level, out.scales, 16);
        L::store(L::select(none, F(0.0f), F(1.0f) / inverse), out.scale);
        L::store(F(0.0f), out.minimum);
    }

    template <class L> SNUG_FN static void levelsWeighted(const SubBlockFits<L, 16> &fits, SubBlockLevels<L, 16> &out)
    {
        levels<L>(fits, out);
    }

    SNUG_FN static void packLevels(const unsigned char *scales, const unsigned char *, uint16_t scale, uint16_t,
                                   Block &block)
    {
        __builtin_memcpy(block.scales, scales, sizeof(block.scales));
        block.scale.set(scale);
    }

    SNUG_FN static StoredLevels unpackLevels(const Block &block)
    {
        StoredLevels levels{};
        __builtin_memcpy(levels.scales, block.scales, 16);
        levels.scale = loneHalfToFloat(block.scale.get());
        return levels;
    }

    /// A super-block without any level (elsewhere the extreme scale has one) is stored as zeros.
    SNUG_FN static void packCodes(const unsigned char *codes, Block &block)
    {
        unsigned char anyLevel = 0;
        for (unsigned char level : block.scales)
            anyLevel |= level;
        if (!anyLevel) {
            __builtin_memset(&block, 0, sizeof(block));
            return;
        }
        for (int half = 0; half < 2; ++half)
            packNibbles<64>(codes + 128 * half, block.low + 64 * half);
        packTwoBits<4>(codes, block.high);
    }

    SNUG_FN static void unpackCodes(const Block &block, unsigned char *codes)
    {
        for (int half = 0; half < 2; ++half)
            unpackNibbles<64>(block.low + 64 * half, codes + 128 * half);
        addTwoBits<4>(block.high, codes);
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        dequantizeSuperBlock<L, Q6_K>(block, values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
