// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ3_XXS and IQ3_S: groups of four weights on grids of 256 and 512 points with values 1, 3 .. 15.

#pragma once

#include "core/kernels/gridblock.h"
#include "core/kernels/grids/points.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What the two share. Rounding: to the nearest grid point after the search of search/gridscale.h.
/// Source: GGUF blocks IQ3_XXS, IQ3_S, ggml 0.25.1.
template <class BlockType> struct IQ3
{
    using Block = BlockType;
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kDims = 4;
    static constexpr int kSubLength = 32;
    static constexpr float kStep = 0.2f;
    static constexpr float kMeanSquareFactor = 2.0f;
    static constexpr GridWeights kWeights = GridWeights::SquareUnlessGiven;
    static constexpr bool kFirstFit = false;

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }
};

struct IQ3_XXS : IQ3<BlockIQ3_XXS>
{
    static constexpr const char *kName = "IQ3_XXS";
    static constexpr GridId kGrid = GridId::Points4x256;
    static constexpr int kSteps = 15;
    static constexpr GridRedo kRedo = GridRedo::OffGrid;
    static constexpr bool kEvenSigns = true;
    static constexpr float kLeastMaximum = 1e-8f;
    static constexpr float kScaleFactor = 1.0125f;
    static constexpr bool kKeepsPoints = false;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks<L, IQ3_XXS>::quantize(batch, out);
    }

    static void pack(const GridBlockFit<IQ3_XXS> &fit, uint16_t scale, Block &block)
    {
        block.scale.set(scale);
        for (int group = 0; group < 64; ++group)
            block.points[group] = static_cast<unsigned char>(fit.points[group]);
        for (int sub = 0; sub < 8; ++sub) {
            uint32_t signs = static_cast<uint32_t>(fit.levels[sub]) << 28;
            for (int k = 0; k < 4; ++k)
                signs |= static_cast<uint32_t>(fit.signs[4 * sub + k]) << (7 * k);
            storeWord(signs, block.signsAndScales + 4 * sub);
        }
    }

    /// In a file the levels count 4, 12 .. 52, 62.
    static void dequantize(const Block &block, float *values)
    {
        constexpr float kValues[8] = {4.0f, 12.0f, 20.0f, 28.0f, 36.0f, 44.0f, 52.0f, 62.0f};
        const float scale = loneHalfToFloat(block.scale.get());
        for (int sub = 0; sub < 8; ++sub) {
            const uint32_t signs = loadWord(block.signsAndScales + 4 * sub);
            const float d = scale * (0.5f + static_cast<float>(signs >> 28)) * 0.5f;
            for (int k = 0; k < 4; ++k, values += 8) {
                const int bits = completeSigns(signs >> (7 * k) & 127);
                for (int i = 0; i < 8; ++i) {
                    const int code = kPoints4x256[block.points[8 * sub + 2 * k + i / 4]];
                    values[i] = signedBy(bits, i, d * kValues[GridCodes<4>::level(code, i % 4)]);
                }
            }
        }
    }
};

struct IQ3_S : IQ3<BlockIQ3_S>
{
    static constexpr const char *kName = "IQ3_S";
    static constexpr GridId kGrid = GridId::Points4x512;
    static constexpr int kSteps = 9;
    static constexpr GridRedo kRedo = GridRedo::AllIfOffGrid;
    static constexpr bool kEvenSigns = false;
    static constexpr float kLeastMaximum = 0.0f;
    static constexpr float kScaleFactor = 1.033f;
    static constexpr bool kKeepsPoints = true;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks<L, IQ3_S>::quantize(batch, out);
    }

    /// The reference does not step over a sub-block of zeros: the point numbers' low bytes and the signs of those
    /// behind it move up, their ninth bits and scales do not. Such a sub-block's own scale level is 0.
    static void pack(const GridBlockFit<IQ3_S> &fit, uint16_t scale, Block &block)
    {
        __builtin_memset(&block, 0, sizeof(block));
        block.scale.set(scale);
        unsigned char *low = block.low;
        unsigned char *signs = block.signs;
        for (int sub = 0; sub < 8; ++sub) {
            block.scales[sub / 2] |= static_cast<unsigned char>(fit.levels[sub] << (4 * (sub % 2)));
            if (fit.empty[sub])
                continue;
            for (int k = 0; k < 8; ++k) {
                const int point = fit.points[8 * sub + k];
                *low++ = static_cast<unsigned char>(point);
                block.high[sub] |= static_cast<unsigned char>(point >> 8 << k);
            }
            __builtin_memcpy(signs, fit.signs + 4 * sub, 4);
            signs += 4;
        }
    }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int group = 0; group < 32; ++group, values += 8) {
            const int sub = group / 4;
            const float d = scale * static_cast<float>(1 + 2 * (block.scales[sub / 2] >> (4 * (sub % 2)) & 15));
            for (int i = 0; i < 8; ++i) {
                const int k = 2 * (group % 4) + i / 4;
                const int code = kPoints4x512[block.low[8 * sub + k] | (block.high[sub] >> k & 1) << 8];
                const float value = d * static_cast<float>(2 * GridCodes<4>::level(code, i % 4) + 1);
                values[i] = signedBy(block.signs[group], i, value);
            }
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
