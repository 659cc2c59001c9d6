// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q8_0: 32 signed bytes and a scale.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/lanes/neighbours.h"
#include "core/kernels/row.h"
#include "core/kernels/search/blockvalues.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale = largest magnitude / 127, code = x * (1 / scale), ties away from zero; the scale is rounded to a
/// half only where it is stored. Weights change nothing. Source: GGUF block Q8_0, ggml 0.25.1.
struct Q8_0
{
    using Block = BlockQ8_0;
    static constexpr const char *kName = "Q8_0";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        using F = typename L::F;
        const F scale = peaksOfBlocks<L, 32>(batch.values) / F(127.0f);
        const F inverse = L::select(scale == F(0.0f), F(0.0f), F(1.0f) / scale);
        scaledCodes<L, 32>(batch.values, inverse, out->codes, sizeof(Block),
                           [](auto quotient) { return Neighbours<L>::roundAway(quotient); });
        const HalfScales<L> scales(scale);
        for (int k = 0; k < L::kWidth; ++k)
            out[k].scale = scales.at[k];
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        expandSigned<L, 32>(block.codes, loneHalfToFloat(block.scale.get()), values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
