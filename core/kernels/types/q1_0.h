// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q1_0: 128 signs and a scale.

#pragma once

#include "core/kernels/floatbits.h"
#include "core/kernels/layouts.h"
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
        float scales[L::kWidth];
        L::store(sum / F(128.0f), scales);
        for (int k = 0; k < L::kWidth; ++k)
            out[k].scale.set(halfFromFloat(scales[k]));
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    static void dequantize(const Block &block, float *values)
    {
        const uint32_t scale = bitsOf(halfToFloat(block.scale.get()));
        for (int i = 0; i < kBlockLength; ++i)
            values[i] = floatOf(scale ^ (~static_cast<uint32_t>(block.signs[i / 8]) >> (i % 8) & 1) << 31);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
