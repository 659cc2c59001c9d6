// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What IQ1_S and IQ1_M share: super-blocks of 256 weights that take three levels and go to grid points in groups of
// eight, in sub-blocks with scales of three bits.

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

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
