// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ4_XS: 8 sub-blocks of 32 codes of 16 uneven levels, with scales of six bits around zero.

#pragma once

#include "core/kernels/superblock.h"
#include "core/kernels/types/iq4_nl.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: a scale a sub-block as in IQ4_NL, weights 2 * mean square of the super-block. The scale of largest
/// magnitude gets level -32, the others the nearest; codes are the levels nearest to x * (1 / (scale * level)), the
/// scale being rounded to a half only where it is stored. Source: GGUF block IQ4_XS, ggml 0.25.1.
struct IQ4_XS
{
    using Block = BlockIQ4_XS;
    static constexpr const char *kName = "IQ4_XS";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr int kSubs = 8;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;

    /// Of every sub-block of a batch, in order, the fitted scale and its level from 0; and of every super-block the
    /// scale.
    template <class L> struct Scales
    {
        float scales[L::kWidth * kSubs];
        unsigned char levels[L::kWidth * kSubs];
        float superScales[L::kWidth];
    };

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        const int groups = (batch.count * kSubs + L::kWidth - 1) / L::kWidth;
        Scales<L> found = {};
        fit<L>(batch, groups, found.scales);
        makeLevels<L>(found);
        float inverses[L::kWidth * kSubs];
        for (int j = 0; j < L::kWidth * kSubs; ++j)
            inverses[j] = inverseOf(found.superScales[j / kSubs], found.levels[j]);
        unsigned char codes[L::kWidth * kSuperBlock];
        for (int g = 0; g < groups; ++g)
            makeCodes<L>(batch.values + g * L::kWidth * 32, L::load(inverses + g * L::kWidth),
                         codes + g * L::kWidth * 32);
        for (int k = 0; k < batch.count; ++k)
            pack(found.levels + k * kSubs, halfFromFloat(found.superScales[k]), codes + k * kSuperBlock, out[k]);
    }

    /// The scale of each sub-block, a lane each.
    template <class L> SNUG_FN static void fit(const Batch &batch, int groups, float *scales)
    {
        using F = typename L::F;
        float meanSquares[L::kWidth * kSubs];
        if (batch.weights)
            spreadMeanSquares<L>(batch.values, meanSquares);
        for (int g = 0; g < groups; ++g) {
            const int first = g * L::kWidth;
            F x[32], w[32];
            L::loadColumns(batch.values + first * 32, 32, x);
            if (batch.weights)
                loadWeights<L>(batch.weights + first * 32, L::load(meanSquares + first), x, w);
            else
                squareWeights<L>(x, w);
            L::store(searchUnevenScale<L>(x, w), scales + first);
        }
    }

    /// What a value is multiplied with before it gets its code.
    SNUG_FN static float inverseOf(float superScale, unsigned char level)
    {
        const float scale = superScale * static_cast<float>(level - 32);
        return scale == 0.0f ? 0.0f : 1.0f / scale;
    }

    template <class L>
    SNUG_FN static void loadWeights(const float *importance, typename L::F meanSquare, const typename L::F (&x)[32],
                                    typename L::F (&w)[32])
    {
        L::loadColumns(importance, 32, w);
        for (int i = 0; i < 32; ++i)
            w[i] = w[i] * L::sqrt(meanSquare + x[i] * x[i]);
    }

    template <class L> SNUG_FN static void squareWeights(const typename L::F (&x)[32], typename L::F (&w)[32])
    {
        for (int i = 0; i < 32; ++i)
            w[i] = x[i] * x[i];
    }

    /// Twice the mean square, from the sum of squares.
    template <class L> SNUG_FN static typename L::F meanSquareOf(typename L::F squares)
    {
        return squares * typename L::F(2.0f / kSuperBlock);
    }

    /// That of a super-block, for each of its sub-blocks.
    template <class L> SNUG_FN static void spreadMeanSquares(const float *values, float *meanSquares)
    {
        float perBlock[L::kWidth];
        L::store(meanSquareOf<L>(superBlockSquares<L>(values)), perBlock);
        for (int j = 0; j < L::kWidth * kSubs; ++j)
            meanSquares[j] = perBlock[j / kSubs];
    }

    /// A lane a super-block.
    template <class L> SNUG_FN static void makeLevels(Scales<L> &found)
    {
        using F = typename L::F;
        F scales[kSubs];
        L::loadColumns(found.scales, kSubs, scales);
        const F superScale = -largestScale<L>(scales).value / F(32.0f);
        const F inverse = L::select(superScale == F(0.0f), F(0.0f), F(1.0f) / superScale);
        typename L::I levels[kSubs];
        for (int j = 0; j < kSubs; ++j)
            levels[j] = L::clamp(L::nearestInt(inverse * scales[j]), -32, 31) + 32;
        L::storeColumns(levels, found.levels, kSubs);
        L::store(superScale, found.superScales);
    }

    template <class L> SNUG_FN static void makeCodes(const float *values, typename L::F inverse, unsigned char *bytes)
    {
        typename L::F x[32];
        typename L::I codes[32];
        L::loadColumns(values, 32, x);
        for (int i = 0; i < 32; ++i)
            codes[i] = unevenCode<L>(inverse * x[i]);
        L::storeColumns(codes, bytes, 32);
    }

    SNUG_FN static void pack(const unsigned char *levels, uint16_t scale, const unsigned char *codes, Block &block)
    {
        int high = 0;
        for (int j = 0; j < kSubs; ++j) {
            high |= levels[j] >> 4 << (2 * j);
            packNibbles<16>(codes + 32 * j, block.codes + 16 * j);
        }
        for (int j = 0; j < kSubs; j += 2)
            block.scalesLow[j / 2] = static_cast<unsigned char>((levels[j] & 15) | levels[j + 1] << 4);
        block.scalesHigh.set(static_cast<uint16_t>(high));
        block.scale.set(scale);
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int j = 0; j < kSubs; ++j) {
            const int low = block.scalesLow[j / 2] >> (4 * (j % 2)) & 15;
            const int level = low | (block.scalesHigh.get() >> (2 * j) & 3) << 4;
            unsigned char codes[32];
            unpackNibbles<16>(block.codes + 16 * j, codes);
            expandLevels<L, 32>(kUnevenLevels, codes, scale * static_cast<float>(level - 32), values + 32 * j);
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
