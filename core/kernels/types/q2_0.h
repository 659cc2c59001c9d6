// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q2_0: 64 codes of two bits for -1, 0, 1 and 2 times a scale. 2 is never written.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/blockvalues.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale = largest magnitude; x * (1 / scale), ties away from zero. Where 1 / scale is infinite, x * (1 /
/// scale) is no number an int can hold and the code becomes 0. Weights change nothing. Source: GGUF block Q2_0, ggml
/// 0.25.1.
struct Q2_0
{
    using Block = BlockQ2_0;
    static constexpr const char *kName = "Q2_0";
    static constexpr int kBlockLength = 64;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        using F = typename L::F;
        using V = Neighbours<L>;
        const F scale = peaksOfBlocks<L, kBlockLength>(batch.values);
        const F inverse = L::select(scale > F(0.0f), F(1.0f) / scale, F(0.0f));
        unsigned char codes[L::kWidth * kBlockLength];
        scaledCodes<L, kBlockLength>(batch.values, inverse, codes, kBlockLength, [](auto quotient) {
            return V::keep(V::abs(quotient) < typename V::F(2.0f), V::roundAway(quotient) + typename V::I(1));
        });
        const HalfScales<L> scales(scale);
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            packPairs<kBlockLength>(codes + k * kBlockLength, out[k].codes);
        }
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L> static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        unsigned char codes[kBlockLength];
        unpackPairs<kBlockLength>(block.codes, codes);
        expandCodes<L, kBlockLength>(codes, values, [scale](auto code) {
            return Neighbours<L>::toFloat(code + typename Neighbours<L>::I(-1)) * typename Neighbours<L>::F(scale);
        });
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
