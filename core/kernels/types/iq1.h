// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ1_S and IQ1_M: groups of eight weights on a grid of 2048 points with the values -1, 0, 1, moved up or down by 1/8.

#pragma once

#include "core/kernels/floatbits.h"
#include "core/kernels/grids/points.h"
#include "core/kernels/search/gridneighbour.h"
#include "core/kernels/search/threelevels.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Fits one super-block: each sub-block is split into three levels exactly, its groups then go to the nearest grid
/// points and the scale is fitted again. Type: kSubLength, kShifts, kLeastMaximum, weighsSquares, kEmptyShifts.
template <class L, class Type> class ThreeLevelBlock
{
    using F = typename L::F;
    static constexpr int kLength = Type::kSubLength;
    static constexpr int kSubs = kSuperBlock / kLength;
    static constexpr int kGroups = kLength / 8;

public:
    float scales[kSubs] = {};
    int shifts[kSubs]; ///< choice of shifts, see OneShift and TwoShifts
    uint16_t points[kSuperBlock / 8] = {};
    float largest = 0.0f;
    float w[kSuperBlock]; ///< weights of errors

    void fit(const float *values, const float *importance, float meanSquare)
    {
        weigh(values, importance, meanSquare);
        const Grid &points2048 = grid(GridId::Points8x2048);
        for (int sub = 0; sub < kSubs; ++sub) {
            const float *x = values + sub * kLength;
            shifts[sub] = Type::kEmptyShifts;
            float top = magnitude(x[0]);
            for (int i = 1; i < kLength; ++i)
                top = top > magnitude(x[i]) ? top : magnitude(x[i]);
            if (top < Type::kLeastMaximum)
                continue;
            fitSub(points2048, x, w + sub * kLength, sub);
        }
    }

    static const float *levelsOf(int choice, int group)
    {
        const bool down = Type::kChoices == 2 ? choice == 1 : (choice >> (1 - group) & 1) != 0;
        return down ? kLevelsDown : kLevelsUp;
    }

private:
    static float magnitude(float x) { return L::One::abs(x); }

    void weigh(const float *values, const float *importance, float meanSquare)
    {
        for (int i = 0; i < kSuperBlock; i += L::kWidth) {
            const F x = L::load(values + i);
            F weight = x * x;
            if (importance)
                weight = L::load(importance + i) * L::sqrt(F(meanSquare) + weight);
            else if (!Type::kSquareUnlessGiven)
                weight = L::sqrt(F(meanSquare) + weight);
            L::store(weight, w + i);
        }
    }

    void fitSub(const Grid &points2048, const float *x, const float *weights, int sub)
    {
        int order[kLength];
        sortByValue(x, order);
        LevelSplit split = typename Type::template Search<L>(x, weights, order).run();
        if (split.shifts < 0)
            return;
        int levels[kLength];
        for (int j = 0; j < kLength; ++j)
            levels[order[j]] = j < split.low ? 0 : j < split.middle ? 1 : 2;
        if (split.scale < 0) { // the same with all signs turned
            for (int &level : levels)
                level = 2 - level;
            split.scale = -split.scale;
            split.shifts = Type::kChoices - 1 - split.shifts;
        }
        const float scale = snap(points2048, x, weights, levels, split, points + sub * kGroups);
        scales[sub] = scale;
        shifts[sub] = split.shifts;
        largest = largest > scale ? largest : scale;
    }

    /// Moves every group to the grid; gives the scale that fits then.
    static float snap(const Grid &points2048, const float *x, const float *weights, const int *levels,
                      const LevelSplit &split, uint16_t *indices)
    {
        int codes[kGroups];
        bool allOnGrid = true;
        for (int group = 0; group < kGroups; ++group) {
            int code = 0;
            for (int i = 0; i < 8; ++i)
                code |= levels[8 * group + i] << (2 * i);
            const GridPlace &place = points2048.places[GridCodes<8>::place(code)];
            if (place.index == kOffGrid) {
                allOnGrid = false;
                float costs[8 * 4];
                squareCosts<8>(x + 8 * group, weights + 8 * group, split.scale, levelsOf(split.shifts, group), costs);
                code = nearestNeighbour<L, 8>(points2048, place, costs);
            }
            codes[group] = code;
            indices[group] = points2048.places[GridCodes<8>::place(code)].index;
        }
        return allOnGrid ? split.scale : fittingScale(x, weights, codes, split);
    }

    static float fittingScale(const float *x, const float *weights, const int *codes, const LevelSplit &split)
    {
        float sumXQ = 0.0f, sumQQ = 0.0f;
        for (int i = 0; i < kLength; ++i) {
            const float q = levelsOf(split.shifts, i / 8)[GridCodes<8>::level(codes[i / 8], i % 8)];
            sumXQ += weights[i] * q * x[i];
            sumQQ += weights[i] * q * q;
        }
        return sumXQ > 0 && sumQQ > 0 ? sumXQ / sumQQ : split.scale;
    }
};

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
    static constexpr int kEmptyShifts = 0;
    static constexpr float kLeastMaximum = 1e-12f;
    static constexpr bool kSquareUnlessGiven = false;
    template <class L> using Search = SplitSearch<L, kSubLength, OneShift>;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        float meanSquares[L::kWidth];
        L::store(typename L::F(2.0f) * superBlockSquares<L>(batch.values) / typename L::F(256.0f), meanSquares);
        for (int k = 0; k < batch.count; ++k) {
            ThreeLevelBlock<L, IQ1_S> block;
            const int first = k * kSuperBlock;
            block.fit(batch.values + first, batch.weights ? batch.weights + first : nullptr, meanSquares[k]);
            pack(block, out[k]);
        }
    }

    static bool isFinite(const Block &block) { return isFiniteHalf(block.scale.get()); }

    static void dequantize(const Block &block, float *values)
    {
        const float scale = halfToFloat(block.scale.get());
        for (int group = 0; group < 32; ++group, values += 8) {
            const int high = block.high[group / 4].get();
            const int point = block.low[group] | (high >> (3 * (group % 4)) & 7) << 8;
            const float d = scale * static_cast<float>(2 * (high >> 12 & 7) + 1);
            dequantizeThreeLevels(point, (high & 0x8000) != 0, d, values);
        }
    }

private:
    template <class Fit> static void pack(const Fit &fit, Block &block)
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
    static constexpr int kEmptyShifts = 0;
    static constexpr float kLeastMaximum = 1e-7f;
    static constexpr bool kSquareUnlessGiven = true;
    template <class L> using Search = SplitSearch<L, kSubLength, TwoShifts>;

    template <class L> static void quantize(const Batch &batch, Block *out)
    {
        float meanSquares[L::kWidth];
        L::store(typename L::F(2.0f) * superBlockSquares<L>(batch.values) / typename L::F(256.0f), meanSquares);
        for (int k = 0; k < batch.count; ++k) {
            ThreeLevelBlock<L, IQ1_M> block;
            const int first = k * kSuperBlock;
            block.fit(batch.values + first, batch.weights ? batch.weights + first : nullptr, meanSquares[k]);
            pack<L>(block, batch.values + first, out[k]);
        }
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

private:
    static uint16_t scaleOf(const Block &block)
    {
        int bits = 0;
        for (int i = 0; i < 4; ++i)
            bits |= block.scales[i].get() >> 12 << (4 * i);
        return static_cast<uint16_t>(bits);
    }

    template <class L, class Fit> static void pack(const Fit &fit, const float *x, Block &block)
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
                const float *levels = ThreeLevelBlock<L, IQ1_M>::levelsOf(fit.shifts[sub], i / 8 % 2);
                const float q = levels[GridCodes<8>::level(kPoints8x2048[fit.points[i / 8]], i % 8)] *
                                static_cast<float>(2 * level + 1);
                sumXQ += fit.w[i] * q * x[i];
                sumQQ += fit.w[i] * q * q;
            }
        }
        const float scale = sumQQ > 0 ? sumXQ / sumQQ : fit.largest / 15;
        const int half = halfFromFloat(scale * 1.1125f); // a factor the reference found to help
        for (int i = 0; i < 4; ++i)
            block.scales[i].set(static_cast<uint16_t>(scales[i] | (half >> (4 * i) & 15) << 12));
    }
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
