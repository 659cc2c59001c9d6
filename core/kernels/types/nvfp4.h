// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// NVFP4: four groups of 16 four-bit floats, each with a scale of eight bits.

#pragma once

#include "core/kernels/lanes/neighbours.h"
#include "core/kernels/layouts.h"
#include "core/kernels/packing.h"
#include "core/kernels/row.h"
#include "core/kernels/search/extremes.h"
#include "core/kernels/search/fourbitfloats.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: scale = largest magnitude / 6 as codeE4M3() rounds it; nearest code for the scale as stored. Weights
/// change nothing, and every scale is finite. Source: GGUF block NVFP4, ggml 0.25.1.
struct NVFP4
{
    using Block = BlockNVFP4;
    static constexpr const char *kName = "NVFP4";
    static constexpr int kBlockLength = 64;
    static constexpr int kGroup = 16;
    static constexpr int kGroups = kBlockLength / kGroup;
    static constexpr WeightUse kWeightUse = WeightUse::None;
    /// Far below where distances to scale * 12 start to round to equal ones, far above weights.
    static constexpr float kFar = 1048576.0f;

    /// A lane is a group, not a block.
    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        unsigned char scales[L::kWidth * kGroups];
        unsigned char codes[L::kWidth * kBlockLength];
        for (int g = 0; g < kGroups; ++g) {
            const int first = g * L::kWidth;
            findGroups<L>(batch.values + first * kGroup, scales + first, codes + first * kGroup);
        }
        for (int k = 0; k < L::kWidth; ++k)
            for (int g = 0; g < kGroups; ++g) {
                out[k].scales[g] = scales[k * kGroups + g];
                packNibbles<8>(codes + k * kBlockLength + g * kGroup, out[k].codes + 8 * g);
            }
    }

    template <class L> static void findGroups(const float *values, unsigned char *scaleCodes, unsigned char *bytes)
    {
        using F = typename L::F;
        const F peak = peakOf<L, kGroup>(values);
        float scales[L::kWidth];
        L::store(peak / F(6.0f), scales);
        for (int k = 0; k < L::kWidth; ++k) {
            scaleCodes[k] = codeE4M3(scales[k]);
            scales[k] = halfScaleE4M3(scaleCodes[k]);
        }

        const FourBitFloats<L> nearest(L::load(scales));
        const bool far = L::any(peak > F(kFar));
        F x[kGroup];
        typename L::I codes[kGroup];
        L::loadColumns(values, kGroup, x);
        for (int i = 0; i < kGroup; ++i)
            codes[i] = far ? nearest.codeOfFar(x[i]) : nearest.code(x[i]);
        L::storeColumns(codes, bytes, kGroup);
    }

    static bool isFinite(const Block &) { return true; }

    template <class L, class Out> SNUG_INLINE static void dequantize(const Block &block, Out values)
    {
        for (int g = 0; g < kGroups; ++g) {
            unsigned char codes[kGroup];
            uint64_t both;
            __builtin_memcpy(&both, block.codes + 8 * g, 8);
            storeSixteen(both & 0x0f0f0f0f0f0f0f0f, both >> 4 & 0x0f0f0f0f0f0f0f0f, codes);
            expandLevels<L, kGroup>(kFourBitFloats, codes, halfScaleE4M3(block.scales[g]), values + kGroup * g);
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
