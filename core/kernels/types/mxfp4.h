// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// MXFP4: 32 four-bit floats and a power of two as scale.

#pragma once

#include "core/kernels/lanes/neighbours.h"
#include "core/kernels/layouts.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/extremes.h"
#include "core/kernels/search/fourbitfloats.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale = 2^(floor(log2(largest magnitude)) - 2), kept in a byte, where it wraps below 2^-127; nearest code.
/// Weights change nothing. Source: GGUF block MXFP4, ggml 0.25.1.
struct MXFP4
{
    using Block = BlockMXFP4;
    static constexpr const char *kName = "MXFP4";
    static constexpr int kBlockLength = 32;
    static constexpr WeightUse kWeightUse = WeightUse::None;

    template <class L> SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        float peaks[L::kWidth], scales[L::kWidth];
        L::store(peakOf<L, kBlockLength>(batch.values), peaks);
        for (int k = 0; k < L::kWidth; ++k) {
            const int exponent = peaks[k] > 0.0f ? floorOfLog2(peaks[k]) + 125 : 0;
            out[k].exponent = static_cast<unsigned char>(exponent);
            scales[k] = halfPowerScale(out[k].exponent);
        }

        const FourBitFloats<L> nearest(L::load(scales));
        typename L::F x[32];
        typename L::I codes[32];
        L::loadColumns(batch.values, 32, x);
        for (int i = 0; i < 32; ++i)
            codes[i] = nearest.code(x[i]);
        unsigned char bytes[L::kWidth * 32];
        L::storeColumns(codes, bytes, 32);
        for (int k = 0; k < L::kWidth; ++k)
            packNibbles<16>(bytes + 32 * k, out[k].codes);
    }

    SNUG_FN static bool isFinite(const Block &block) { return block.exponent != 255; }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        unsigned char codes[32];
        unpackNibbles<16>(block.codes, codes);
        expandLevels<L, 32>(kFourBitFloats, codes, halfPowerScale(block.exponent), values);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
