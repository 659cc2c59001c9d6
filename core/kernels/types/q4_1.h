// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q4_1 and Q5_1: 32 codes above a minimum, and a scale.

#pragma once

#include "core/kernels/halfscales.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/blockvalues.h"
#include "core/kernels/search/rowweights.h"
#include "core/kernels/search/scaleminimum.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What Q4_1 and Q5_1 share; codes 0 .. Top.
/// Rounding: scale = (largest - least) / Top; (x - least) * (1 / scale) + 0.5 truncated; halves stored nearest-even.
/// With weights: searchScaleMinimum(). Source: GGUF blocks Q4_1, Q5_1, ggml 0.25.1.
template <int Top> struct RangeCodes
{
    /// Codes of the batch, 32 bytes a block; gives the scales and minimums of its blocks.
    template <class L> SNUG_FN static ScaleMinimum<L> find(const Batch &batch, unsigned char *bytes)
    {
        return batch.weights ? findWeighted<L>(batch, bytes) : findPlain<L>(batch.values, bytes);
    }

    template <class L> SNUG_FN static ScaleMinimum<L> findPlain(const float *values, unsigned char *bytes)
    {
        using F = typename L::F;
        float least[L::kWidth], largest[L::kWidth], inverses[L::kWidth];
        for (int k = 0; k < L::kWidth; ++k) {
            const BlockValues<L, 32> block(values + 32 * k);
            least[k] = block.least();
            largest[k] = block.largest();
        }
        const F scale = (L::load(largest) - L::load(least)) / F(static_cast<float>(Top));
        L::store(L::select(scale == F(0.0f), F(0.0f), F(1.0f) / scale), inverses);

        using V = Neighbours<L>;
        for (int k = 0; k < L::kWidth; ++k) {
            const typename V::F inverse = inverses[k], low = least[k];
            BlockValues<L, 32>(values + 32 * k).makeCodes(bytes + 32 * k, [inverse, low](typename V::F value) {
                const typename V::I code = V::truncate((value - low) * inverse + typename V::F(0.5f));
                return V::clamp(code & typename V::I(255), 0, Top);
            });
        }
        return {scale, -L::load(least)};
    }

    template <class L> SNUG_FN static ScaleMinimum<L> findWeighted(const Batch &batch, unsigned char *bytes)
    {
        typename L::F x[32], w[32];
        typename L::I codes[32];
        L::loadColumns(batch.values, 32, x);
        loadRowWeights<L>(batch, x, w);
        const ScaleMinimum<L> found = searchScaleMinimum<L, WeightedRule<Top>>(x, w, codes);
        L::storeColumns(codes, bytes, 32);
        return found;
    }

    template <class L, class Out>
    SNUG_INLINE static void expand(const unsigned char *codes, float scale, float offset, Out values)
    {
        using V = Neighbours<L>;
        expandCodes<L, 32>(codes, values, [scale, offset](auto code) {
            return V::toFloat(code) * typename V::F(scale) + typename V::F(offset);
        });
    }
};

struct Q4_1
{
    using Block = BlockQ4_1;
    static constexpr const char *kName = "Q4_1";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::WholeRow;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        unsigned char codes[L::kWidth * 32];
        const ScaleMinimum<L> found = RangeCodes<15>::find<L>(batch, codes);
        const HalfScales<L> scales(found.scale), offsets(-found.minimum);
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            out[k].minimum = offsets.at[k];
            packNibbles<16>(codes + 32 * k, out[k].low);
        }
    }

    SNUG_FN static bool isFinite(const Block &block)
    {
        return isFiniteHalf(block.scale.get()) && isFiniteHalf(block.minimum.get());
    }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.low, codes);
        RangeCodes<15>::expand<L>(codes, loneHalfToFloat(block.scale.get()), loneHalfToFloat(block.minimum.get()),
                                  values);
    }
};

struct Q5_1
{
    using Block = BlockQ5_1;
    static constexpr const char *kName = "Q5_1";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::WholeRow;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        unsigned char codes[L::kWidth * 32];
        const ScaleMinimum<L> found = RangeCodes<31>::find<L>(batch, codes);
        const HalfScales<L> scales(found.scale), offsets(-found.minimum);
        for (int k = 0; k < L::kWidth; ++k) {
            out[k].scale = scales.at[k];
            out[k].minimum = offsets.at[k];
            packFifthBits(codes + 32 * k, out[k].high);
            packNibbles<16>(codes + 32 * k, out[k].low);
        }
    }

    SNUG_FN static bool isFinite(const Block &block)
    {
        return isFiniteHalf(block.scale.get()) && isFiniteHalf(block.minimum.get());
    }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.low, codes);
        addFifthBits(block.high, codes);
        RangeCodes<31>::expand<L>(codes, loneHalfToFloat(block.scale.get()), loneHalfToFloat(block.minimum.get()),
                                  values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
