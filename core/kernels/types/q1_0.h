// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q1_0: 128 signs and a scale.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale = mean magnitude, summed in index order; a weight is the scale with its own sign, -0 counting as
/// positive. Weights change nothing. Source: GGUF block Q1_0, ggml 0.25.1.
struct Q1_0
{
    using Block = BlockQ1_0;
    static constexpr const char *kName = "Q1_0";
    static constexpr int kBlockLength = 128;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        using F = typename L::F;
        using I = typename L::I;
        F sum = 0.0f;
        for (int first = 0; first < kBlockLength; first += 32) {
            F x[32];
            L::loadColumns(batch.values + first, kBlockLength, x);
            for (const F &value : x)
                sum += L::abs(value);
            I bytes[4];
            for (int byte = 0; byte < 4; ++byte) {
                I bits = 0;
                for (int i = 0; i < 8; ++i)
                    bits = bits + L::keep(x[8 * byte + i] >= F(0.0f), I(1 << i));
                bytes[byte] = bits;
            }
            L::storeColumns(bytes, out->signs + first / 8, sizeof(Block));
        }
        const HalfScales<L> scales(sum / F(128.0f));
        for (int k = 0; k < L::kWidth; ++k)
            out[k].scale = scales.at[k];
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L> static void dequantize(const Block &block, float *values)
    {
        using V = Neighbours<L>;
        const float scale = loneHalfToFloat(block.scale.get());
        unsigned char bits[kBlockLength];
        unpackBits<kBlockLength>(block.signs, bits);
        expandCodes<L, kBlockLength>(bits, values, [scale](auto bit) {
            return V::select(V::differ(bit, typename V::I(0)), typename V::F(scale), typename V::F(-scale));
        });
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
