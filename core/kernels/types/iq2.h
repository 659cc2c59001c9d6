// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ2_XXS, IQ2_XS and IQ2_S: groups of eight weights on grids of 256, 512 and 1024 points with values 1, 3, 5.

#pragma once

#include "core/kernels/gridblock.h"
#include "core/kernels/grids/points.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What the three share. Rounding: to the nearest grid point after the search of search/gridscale.h; scales of 16 or 32
/// weights are (level + 1/2) / 4 of the block's. Source: GGUF blocks IQ2_XXS, IQ2_XS, IQ2_S, ggml 0.25.1.
template <class BlockType> struct IQ2
{
    using Block = BlockType;
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kDims = 8;
    static constexpr float kStep = 0.1f;

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

protected:
    static float subScale(float scale, int level) { return scale * (0.5f + static_cast<float>(level)) * 0.25f; }

    /// Eight values of a point. In a file the levels count 8, 25, 43.
    static void dequantizeGroup(int code, int signs, float scale, float *values)
    {
        constexpr float kValues[4] = {8.0f, 25.0f, 43.0f, 0.0f};
        const float levels[4] = {scale * kValues[0], scale * kValues[1], scale * kValues[2], 0.0f};
        for (int i = 0; i < 8; ++i)
            values[i] = signedBy(signs, i, levels[GridCodes<8>::level(code, i)]);
    }

    static int nibble(const unsigned char *bytes, int i) { return bytes[i / 2] >> (4 * (i % 2)) & 15; }
    static void packNibblePairs(const unsigned char (&levels)[16], unsigned char *out)
    {
        for (int i = 0; i < 8; ++i)
            out[i] = static_cast<unsigned char>(levels[2 * i] | levels[2 * i + 1] << 4);
    }
};

/// Needs importance weights to be any good; without them they count as 1.
struct IQ2_XXS : IQ2<BlockIQ2_XXS>
{
    static constexpr const char *kName = "IQ2_XXS";
    static constexpr GridId kGrid = GridId::Points8x256;
    static constexpr int kSubLength = 32;
    static constexpr int kSteps = 6;
    static constexpr GridRedo kRedo = GridRedo::All;
    static constexpr bool kEvenSigns = true;
    static constexpr float kMeanSquareFactor = 1.0f;
    static constexpr GridWeights kWeights = GridWeights::OneUnlessGiven;
    static constexpr float kLeastMaximum = 1e-15f;
    static constexpr bool kFirstFit = true;
    static constexpr float kScaleFactor = 1.0f;
    static constexpr bool kKeepsPoints = false;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks<L, IQ2_XXS>::quantize(batch, out);
    }

    static void pack(const GridBlockFit<IQ2_XXS> &fit, uint16_t scale, Block &block)
    {
        block.scale.set(scale);
        for (int sub = 0; sub < 8; ++sub) {
            unsigned char *out = block.groups + 8 * sub;
            uint32_t signs = static_cast<uint32_t>(fit.levels[sub]) << 28;
            for (int k = 0; k < 4; ++k) {
                out[k] = static_cast<unsigned char>(fit.points[4 * sub + k]);
                signs |= static_cast<uint32_t>(fit.signs[4 * sub + k]) << (7 * k);
            }
            storeWord(signs, out + 4);
        }
    }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int sub = 0; sub < 8; ++sub) {
            const unsigned char *in = block.groups + 8 * sub;
            const uint32_t signs = loadWord(in + 4);
            const float d = subScale(scale, static_cast<int>(signs >> 28));
            for (int k = 0; k < 4; ++k, values += 8)
                dequantizeGroup(kPoints8x256[in[k]], completeSigns(signs >> (7 * k) & 127), d, values);
        }
    }
};

/// As IQ2_XXS.
struct IQ2_XS : IQ2<BlockIQ2_XS>
{
    static constexpr const char *kName = "IQ2_XS";
    static constexpr GridId kGrid = GridId::Points8x512;
    static constexpr int kSubLength = 16;
    static constexpr int kSteps = 9;
    static constexpr GridRedo kRedo = GridRedo::OffGrid;
    static constexpr bool kEvenSigns = true;
    static constexpr float kMeanSquareFactor = 1.0f;
    static constexpr GridWeights kWeights = GridWeights::OneUnlessGiven;
    static constexpr float kLeastMaximum = 1e-15f;
    static constexpr bool kFirstFit = false;
    static constexpr float kScaleFactor = 1.0f;
    static constexpr bool kKeepsPoints = false;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks<L, IQ2_XS>::quantize(batch, out);
    }

    static void pack(const GridBlockFit<IQ2_XS> &fit, uint16_t scale, Block &block)
    {
        block.scale.set(scale);
        for (int group = 0; group < 32; ++group)
            block.groups[group].set(static_cast<uint16_t>(fit.points[group] | fit.signs[group] << 9));
        packNibblePairs(fit.levels, block.scales);
    }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int group = 0; group < 32; ++group, values += 8) {
            const int bits = block.groups[group].get();
            const float d = subScale(scale, nibble(block.scales, group / 2));
            dequantizeGroup(kPoints8x512[bits & 511], completeSigns(bits >> 9), d, values);
        }
    }
};

struct IQ2_S : IQ2<BlockIQ2_S>
{
    static constexpr const char *kName = "IQ2_S";
    static constexpr GridId kGrid = GridId::Points8x1024;
    static constexpr int kSubLength = 16;
    static constexpr int kSteps = 9;
    static constexpr GridRedo kRedo = GridRedo::OffGrid;
    static constexpr bool kEvenSigns = false;
    static constexpr float kMeanSquareFactor = 2.0f;
    static constexpr GridWeights kWeights = GridWeights::ShiftedSquare;
    static constexpr float kLeastMaximum = 1e-8f;
    static constexpr bool kFirstFit = false;
    static constexpr float kScaleFactor = 0.9875f;
    static constexpr bool kKeepsPoints = true;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks<L, IQ2_S>::quantize(batch, out);
    }

    static void pack(const GridBlockFit<IQ2_S> &fit, uint16_t scale, Block &block)
    {
        block.scale.set(scale);
        __builtin_memset(block.high, 0, sizeof(block.high));
        for (int group = 0; group < 32; ++group) {
            block.low[group] = static_cast<unsigned char>(fit.points[group]);
            block.high[group / 4] |= static_cast<unsigned char>(fit.points[group] >> 8 << (2 * (group % 4)));
            block.signs[group] = fit.signs[group];
        }
        packNibblePairs(fit.levels, block.scales);
    }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int group = 0; group < 32; ++group, values += 8) {
            const int point = block.low[group] | (block.high[group / 4] >> (2 * (group % 4)) & 3) << 8;
            const float d = subScale(scale, nibble(block.scales, group / 2));
            dequantizeGroup(kPoints8x1024[point], block.signs[group], d, values);
        }
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
