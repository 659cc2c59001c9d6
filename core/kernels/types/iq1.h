// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ1_S and IQ1_M: groups of eight weights on a grid of 2048 points with the values -1, 0, 1, moved up or down by 1/8.

#pragma once

#include "core/kernels/threelevelblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

inline int threeBitScale(float inverse, float scale)
{
    const int level = ScalarLane::nearestInt(0.5f * (inverse * scale - 1));
    return ScalarLane::clamp(level, 0, 7);
}

inline void dequantizeThreeLevels(int point, bool down, float scale, float *values)
{
    const int code = kPoints8x2048[point];
    const float shift = down ? -kLevelShift : kLevelShift;
    const float levels[4] = {scale * (-1.0f + shift), scale * shift, scale * (1.0f + shift), 0.0f};
    for (int i = 0; i < 8; ++i)
        values[i] = levels[GridCodes<8>::level(code, i)];
}

/// Needs importance weights to be any good; without them they count as 1. Source: GGUF block IQ1_S, ggml 0.25.1.
struct IQ1_S
{
    using Block = BlockIQ1_S;
    static constexpr const char *kName = "IQ1_S";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 32;
    static constexpr int kChoices = 2;
    static constexpr float kLeastMaximum = 1e-12f;
    static constexpr bool kSquareUnlessGiven = false;
    template <class L> using Search = ThreeLevelSearch<L, kSubLength, OneShift>;

    /// Whether a group of a sub-block has its levels moved down.
    static bool isDown(int choice, int) { return choice == 1; }
    template <class L> static typename L::M isDown(typename L::F choice, int) { return choice == typename L::F(1.0f); }

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        ThreeLevelBlocks<L, IQ1_S>::quantize(batch, out);
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = loneHalfToFloat(block.scale.get());
        for (int group = 0; group < 32; ++group, values += 8) {
            const int high = block.high[group / 4].get();
            const int point = block.low[group] | (high >> (3 * (group % 4)) & 7) << 8;
            const float d = scale * static_cast<float>(2 * (high >> 12 & 7) + 1);
            dequantizeThreeLevels(point, (high & 0x8000) != 0, d, values);
        }
    }

    static void pack(const ThreeLevelFit<IQ1_S> &fit, const float *, const float *, Block &block)
    {
        const float scale = fit.largest / 15;
        const float inverse = 1 / scale;
        block.scale.set(halfFromFloat(fit.largest == 0 ? 0.0f : scale * 1.125f));
        for (int group = 0; group < 32; ++group)
            block.low[group] = static_cast<unsigned char>(fit.points[group]);
        for (int sub = 0; sub < 8; ++sub) {
            int high = 0;
            for (int k = 0; k < 4; ++k)
                high |= fit.points[4 * sub + k] >> 8 << (3 * k);
            if (fit.largest != 0)
                high |= threeBitScale(inverse, fit.scales[sub]) << 12 | fit.shifts[sub] << 15;
            block.high[sub].set(static_cast<uint16_t>(high));
        }
    }
};

/// Source: GGUF block IQ1_M, ggml 0.25.1.
struct IQ1_M
{
    using Block = BlockIQ1_M;
    static constexpr const char *kName = "IQ1_M";
    static constexpr int kBlockLength = kSuperBlock;
    static constexpr WeightUse kWeightUse = WeightUse::PerBlock;
    static constexpr int kSubLength = 16;
    static constexpr int kChoices = 4;
    static constexpr float kLeastMaximum = 1e-7f;
    static constexpr bool kSquareUnlessGiven = true;
    template <class L> using Search = ThreeLevelSearch<L, kSubLength, TwoShifts>;

    /// Whether a group of a sub-block has its levels moved down.
    static bool isDown(int choice, int group) { return (choice >> (1 - group) & 1) != 0; }
    template <class L> static typename L::M isDown(typename L::F choice, int group)
    {
        using F = typename L::F;
        return group == 0 ? choice >= F(2.0f) : (choice == F(1.0f)) | (choice == F(3.0f));
    }

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        ThreeLevelBlocks<L, IQ1_M>::quantize(batch, out);
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(scaleOf(block)); }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = halfToFloat(scaleOf(block));
        for (int group = 0; group < 32; ++group, values += 8) {
            const int high = block.high[group / 2] >> (4 * (group % 2));
            const int level = block.scales[group / 8].get() >> (3 * (group / 2 % 4)) & 7;
            const float d = scale * static_cast<float>(2 * level + 1);
            dequantizeThreeLevels(block.low[group] | (high & 7) << 8, (high & 8) != 0, d, values);
        }
    }

    static void pack(const ThreeLevelFit<IQ1_M> &fit, const float *x, const float *w, Block &block)
    {
        __builtin_memset(&block, 0, sizeof(block));
        for (int group = 0; group < 32; ++group) {
            block.low[group] = static_cast<unsigned char>(fit.points[group]);
            block.high[group / 2] |= static_cast<unsigned char>(fit.points[group] >> 8 << (4 * (group % 2)));
        }
        if (fit.largest == 0)
            return;
        const float inverse = 1 / (fit.largest / 15);
        int scales[4] = {};
        float sumXQ = 0.0f, sumQQ = 0.0f;
        for (int sub = 0; sub < 16; ++sub) {
            const int level = threeBitScale(inverse, fit.scales[sub]);
            scales[sub / 4] |= level << (3 * (sub % 4));
            block.high[sub] |= static_cast<unsigned char>((fit.shifts[sub] >> 1) << 3 | (fit.shifts[sub] & 1) << 7);
            for (int i = 16 * sub; i < 16 * sub + 16; ++i) {
                const float *levels = kThreeLevels[isDown(fit.shifts[sub], i / 8 % 2)];
                const float q = levels[GridCodes<8>::level(kPoints8x2048[fit.points[i / 8]], i % 8)] *
                                static_cast<float>(2 * level + 1);
                sumXQ += w[i] * q * x[i];
                sumQQ += w[i] * q * q;
            }
        }
        const float scale = sumQQ > 0 ? sumXQ / sumQQ : fit.largest / 15;
        const int half = halfFromFloat(scale * 1.1125f); // a factor the reference found to help
        for (int i = 0; i < 4; ++i)
            block.scales[i].set(static_cast<uint16_t>(scales[i] | (half >> (4 * i) & 15) << 12));
    }

private:
    static uint16_t scaleOf(const Block &block)
    {
        int bits = 0;
        for (int i = 0; i < 4; ++i)
            bits |= block.scales[i].get() >> 12 << (4 * i);
        return static_cast<uint16_t>(bits);
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
