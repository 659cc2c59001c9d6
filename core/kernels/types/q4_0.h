// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q4_0 and Q5_0: 32 codes around zero and a scale.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/blockvalues.h"
#include "core/kernels/search/rowweights.h"
#include "core/kernels/search/scale.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What Q4_0 and Q5_0 share; codes 0 .. 2 * Half - 1 stand for -Half .. Half - 1.
/// Rounding: scale = -extreme / Half; x * (1 / scale) + Half + 0.5 truncated; halves stored nearest-even. The code at
/// the end away from the extreme is clamped. With weights: searchScale(). Source: GGUF blocks Q4_0, Q5_0, ggml 0.25.1.
template <int Half> struct CentredCodes
{
    /// Codes of the batch, 32 bytes a block; gives the scales of its blocks.
    template <class L> SNUG_FN static typename L::F find(const Batch &batch, unsigned char *bytes)
    {
        return batch.weights ? findWeighted<L>(batch, bytes) : findPlain<L>(batch.values, bytes);
    }

    template <class L> SNUG_FN static typename L::F findPlain(const float *values, unsigned char *bytes)
    {
        using F = typename L::F;
        using V = Neighbours<L>;
        float extremes[L::kWidth];
        for (int k = 0; k < L::kWidth; ++k)
            extremes[k] = BlockValues<L, 32>(values + 32 * k).extreme();
        const F scale = L::load(extremes) / F(-Half);
        const F inverse = L::select(scale == F(0.0f), F(0.0f), F(1.0f) / scale);
        scaledCodes<L, 32>(values, inverse, bytes, 32, [](auto quotient) {
            const auto code = V::truncate(quotient + typename V::F(Half + 0.5f));
            return V::clamp(code & typename V::I(255), 0, 2 * Half - 1);
        });
        return scale;
    }

    template <class L> SNUG_FN static typename L::F findWeighted(const Batch &batch, unsigned char *bytes)
    {
        typename L::F x[32], w[32];
        typename L::I codes[32];
        L::loadColumns(batch.values, 32, x);
        loadRowWeights<L>(batch, x, w);
        const typename L::F scale = searchScale<L, Half>(x, w, codes);
        L::storeColumns(codes, bytes, 32);
        return scale;
    }

    template <class L, class Out> SNUG_INLINE static void expand(const unsigned char *codes, float scale, Out values)
    {
        using V = Neighbours<L>;
        expandCodes<L, 32>(codes, values, [scale](auto code) {
            return V::toFloat(code + typename V::I(-Half)) * typename V::F(scale);
        });
    }
};

struct Q4_0
{
    using Block = BlockQ4_0;
    static constexpr const char *kName = "Q4_0";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::WholeRow;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        unsigned char codes[L::kWidth * 32];
        const HalfScales<L> scales(CentredCodes<8>::find<L>(batch, codes));
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            packNibbles<16>(codes + 32 * k, out[k].low);
        }
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.low, codes);
        CentredCodes<8>::expand<L>(codes, loneHalfToFloat(block.scale.get()), values);
    }
};

struct Q5_0
{
    using Block = BlockQ5_0;
    static constexpr const char *kName = "Q5_0";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::WholeRow;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        unsigned char codes[L::kWidth * 32];
        const HalfScales<L> scales(CentredCodes<16>::find<L>(batch, codes));
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            packFifthBits(codes + 32 * k, out[k].high);
            packNibbles<16>(codes + 32 * k, out[k].low);
        }
    }

    SNUG_FN static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.low, codes);
        addFifthBits(block.high, codes);
        CentredCodes<16>::expand<L>(codes, loneHalfToFloat(block.scale.get()), values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
