// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ4_NL: 32 codes of 16 uneven levels, and a scale.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/unevenlevels.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale by searchUnevenScale(), weights x * x, or importance * sqrt(2 * mean square of the block + x * x);
/// codes are the levels nearest to x * (1 / scale), the scale being rounded to a half only where it is stored.
/// Source: GGUF block IQ4_NL, ggml 0.25.1.
struct IQ4_NL
{
    using Block = BlockIQ4_NL;
    static constexpr const char *kName = "IQ4_NL";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        using F = typename L::F;
        F x[32], w[32];
        L::loadColumns(batch.values, 32, x);
        makeWeights<L>(batch, x, w);
        const F scale = searchUnevenScale<L>(x, w);
        const F inverse = L::select(scale == F(0.0f), F(0.0f), F(1.0f) / scale);

        typename L::I codes[32];
        for (int i = 0; i < 32; ++i)
            codes[i] = unevenCode<L>(inverse * x[i]);
        unsigned char bytes[L::kWidth * 32];
        const HalfScales<L> scales(scale);
        L::storeColumns(codes, bytes, 32);
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            packNibbles<16>(bytes + 32 * k, out[k].codes);
        }
    }

    template <class L>
    SNUG_FN static void makeWeights(const Batch &batch, const typename L::F (&x)[32], typename L::F (&w)[32])
    {
        using F = typename L::F;
        F squares = 0.0f;
        for (int i = 0; i < 32; ++i) {
            w[i] = x[i] * x[i];
            squares += w[i];
        }
        if (!batch.weights)
            return;
        const F twiceMeanSquare = squares * F(2.0f / 32);
        L::loadColumns(batch.weights, 32, w);
        for (int i = 0; i < 32; ++i)
            w[i] = w[i] * L::sqrt(twiceMeanSquare + x[i] * x[i]);
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.codes, codes);
        expandLevels<L, 32>(kUnevenLevels, codes, loneHalfToFloat(block.scale.get()), values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
