// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// IQ1_S and IQ1_M: groups of eight weights on a grid of 2048 points with the values -1, 0, 1, moved up or down by 1/8.

#pragma once

#include "core/kernels/floatbits.h"
#include "core/kernels/grids/points.h"
#include "core/kernels/search/gridgroup.h"
#include "core/kernels/search/threelevels.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// One super-block as found, before it is packed.
template <class Type> struct ThreeLevelFit
{
    static constexpr int kSubs = kSuperBlock / Type::kSubLength;

    float scales[kSubs] = {};
    int shifts[kSubs] = {}; ///< choice of shifts, see OneShift and TwoShifts
    uint16_t points[kSuperBlock / 8] = {};
    float largest = 0.0f; ///< scale
};

/// The steps over one batch: each sub-block is split into three levels exactly, its groups then go to the nearest grid
/// points and the scale is fitted again. Type: kSubLength, kChoices, kLeastMaximum, kSquareUnlessGiven, Search, pack.
template <class L, class Type> class ThreeLevelBlocks
{
    using F = typename L::F;
    using Search = typename Type::template Search<L>;
    static constexpr int kLength = Type::kSubLength;
    static constexpr int kSubs = kSuperBlock / kLength;
    static constexpr int kGroups = kLength / 8;

public:
    static void quantize(const Batch &batch, typename Type::Block *out)
    {
        ThreeLevelBlocks steps(batch);
        for (int first = 0; first < batch.count * kSubs; first += L::kWidth)
            steps.fitSubs(first, batch.count * kSubs - first);
        for (int k = 0; k < batch.count; ++k)
            Type::pack(steps.m_fits[k], batch.values + k * kSuperBlock, steps.m_w + k * kSuperBlock, out[k]);
    }

private:
    explicit ThreeLevelBlocks(const Batch &batch) : m_values(batch.values), m_grid(grid(GridId::Points8x2048))
    {
        float meanSquares[L::kWidth];
        L::store(F(2.0f) * superBlockSquares<L>(batch.values) / F(256.0f), meanSquares);
        for (int i = 0; i < L::kWidth * kSuperBlock; i += L::kWidth) {
            const F x = L::load(m_values + i);
            F weight = x * x;
            if (batch.weights)
                weight = L::load(batch.weights + i) * L::sqrt(F(meanSquares[i / kSuperBlock]) + weight);
            else if (!Type::kSquareUnlessGiven)
                weight = L::sqrt(F(meanSquares[i / kSuperBlock]) + weight);
            L::store(weight, m_w + i);
        }
    }

    /// Where the groups of each lane's sub-block stand after the split.
    struct Places
    {
        float scales[L::kWidth], choices[L::kWidth];
        int numbers[kGroups][L::kWidth];
        unsigned inside[kGroups]; ///< a bit for each lane whose weights are nearest to the levels they got
    };

    /// Sub-blocks first .. of the batch, one a lane, `count` of them real.
    void fitSubs(int first, int count)
    {
        Places places;
        findPlaces(first * kLength, places);
        for (int lane = 0; lane < L::kWidth && lane < count; ++lane) {
            const int column = (first + lane) * kLength;
            if (places.choices[lane] < 0 || isEmpty(m_values + column))
                continue;
            ThreeLevelFit<Type> &fit = m_fits[(first + lane) / kSubs];
            const int sub = (first + lane) % kSubs;
            fit.shifts[sub] = static_cast<int>(places.choices[lane]);
            const float scale = snap(column, places, lane, fit.shifts[sub], fit.points + sub * kGroups);
            fit.scales[sub] = scale;
            fit.largest = fit.largest > scale ? fit.largest : scale;
        }
    }

    static bool isEmpty(const float *x)
    {
        float top = 0.0f;
        for (int i = 0; i < kLength; ++i)
            top = L::One::max(L::One::abs(x[i]), top);
        return top < Type::kLeastMaximum;
    }

    void findPlaces(int column, Places &places) const
    {
        const Search split(m_values + column, m_w + column);
        const typename L::M turned = split.scale < F(0.0f); // then the same with all signs turned
        const F scale = L::select(turned, -split.scale, split.scale);
        const F choice = L::select(turned, F(Type::kChoices - 1.0f) - split.choice, split.choice);
        L::store(scale, places.scales);
        L::store(choice, places.choices);
        for (int group = 0; group < kGroups; ++group) {
            const F shift = L::select(Type::template isDown<L>(choice, group), F(-kLevelShift), F(kLevelShift));
            const F lowest = scale * (shift - F(1.0f)), highest = scale * (shift + F(1.0f));
            F x[8], place = 0.0f, farthest = 0.0f;
            L::loadColumns(m_values + column + 8 * group, kLength, x);
            float digit = 1.0f;
            for (int i = 0; i < 8; ++i, digit *= 3.0f) {
                const F rank = split.rank[8 * group + i];
                const F found = L::keep(rank >= split.low, F(1.0f)) + L::keep(rank >= split.middle, F(1.0f));
                const F level = L::select(turned, F(2.0f) - found, found);
                place += level * F(digit);
                const F within = L::min(L::max(x[i], lowest), highest);
                farthest = L::max(L::abs(within - scale * (level - F(1.0f) + shift)), farthest);
            }
            L::store(L::nearestInt(place), places.numbers[group]);
            places.inside[group] = L::bits(farthest < F(0.5f * kInside) * scale);
        }
    }

    /// Moves every group to the grid; gives the scale that fits then.
    float snap(int column, const Places &places, int lane, int shifts, uint16_t *points) const
    {
        const float scale = places.scales[lane];
        int codes[kGroups];
        bool allOnGrid = true;
        for (int group = 0; group < kGroups; ++group) {
            const GridPlace &place = m_grid.places[places.numbers[group][lane]];
            allOnGrid &= place.index != kOffGrid;
            const bool inside = (places.inside[group] >> lane & 1) != 0;
            codes[group] =
                gridPointFor<L, 8>(m_grid, place, inside, m_values + column + 8 * group, m_w + column + 8 * group,
                                   scale, kThreeLevels[Type::isDown(shifts, group)]);
            points[group] = m_grid.places[GridCodes<8>::place(codes[group])].index;
        }
        return allOnGrid ? scale : fittingScale(column, codes, scale, shifts);
    }

    float fittingScale(int column, const int *codes, float scale, int shifts) const
    {
        float sumXQ = 0.0f, sumQQ = 0.0f;
        for (int i = 0; i < kLength; ++i) {
            const float q = kThreeLevels[Type::isDown(shifts, i / 8)][GridCodes<8>::level(codes[i / 8], i % 8)];
            sumXQ += m_w[column + i] * q * m_values[column + i];
            sumQQ += m_w[column + i] * q * q;
        }
        return sumXQ > 0 && sumQQ > 0 ? sumXQ / sumQQ : scale;
    }

    const float *m_values;
    const Grid &m_grid;
    float m_w[L::kWidth * kSuperBlock]; // weights of errors
    ThreeLevelFit<Type> m_fits[L::kWidth];
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
        const float scale = halfToFloat(block.scale.get());
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
