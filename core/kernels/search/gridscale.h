// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for the scale of a sub-block whose weights go to grid points. Lanes are candidate scales, except where a
// candidate looks for its grid points.

#pragma once

#include "core/kernels/search/gridneighbour.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Which groups look for their point again once the scale is known.
enum class GridRedo {
    All,          ///< all
    OffGrid,      ///< those whose levels were no grid point
    AllIfOffGrid, ///< all, if one's levels were no grid point
};

/// One search over Rule::kSubLength weights without signs. Values are scale * (2 * level + 1). Tries 2 * kSteps + 1
/// scales; the best by (sum w x q)^2 / (sum w q q) gives the scale that fits its points best; with that the points are
/// looked up again. Rule: kDims, kSubLength, kSteps, kStep, kRedo. Source: quantize_row_iq2_* and iq3_*, ggml 0.25.1.
template <class L, class Rule> class GridScaleSearch
{
    using F = typename L::F;
    using I = typename L::I;
    static constexpr int kDims = Rule::kDims;
    using Codes = GridCodes<kDims>;
    static constexpr int kLength = Rule::kSubLength;
    static constexpr int kTop = Codes::kLevels - 1;
    static constexpr int kTries = 2 * Rule::kSteps + 1;
    static constexpr int kRounds = (kTries + L::kWidth - 1) / L::kWidth;

public:
    static constexpr int kGroups = kLength / kDims;
    /// The value of the highest level at scale 1.
    static constexpr float kTopValue = 2 * kTop + 1;

    /// roots: square roots of the weights, which weigh distances to grid points.
    GridScaleSearch(const Grid &points, const float *values, const float *weights, const float *roots)
        : grid(points), x(values), w(weights), v(roots)
    {
        for (int q = 0; q < Codes::kTable; ++q)
            m_odd[q] = static_cast<float>(2 * q + 1);
    }

    /// The scale, which may be negative, and a grid point's code for every group. Candidates are near
    /// extent / kTopValue; `scale` is the answer where none is any good.
    float run(float extent, float scale, int *codes)
    {
        makeCandidates(extent);
        for (int group = 0; group < kGroups; ++group) {
            findPlaces(group);
            for (int t = 0; t < kTries; ++t)
                m_codes[group][t] = codeAt(group, m_places[group][t], m_scales[t]);
        }
        sumUp();
        const int best = choose(scale);
        bool anyOffGrid = false;
        for (int group = 0; group < kGroups; ++group) {
            codes[group] = best < 0 ? 0 : m_codes[group][best];
            m_offGrid[group] = best < 0 ? Rule::kRedo == GridRedo::AllIfOffGrid : isOffGrid(m_places[group][best]);
            anyOffGrid |= m_offGrid[group];
        }
        if ((anyOffGrid || Rule::kRedo == GridRedo::All) && scale > 0)
            refine(scale, codes);
        return scale;
    }

private:
    void makeCandidates(float extent)
    {
        for (int t = 0; t < kRounds * L::kWidth; ++t) {
            const int step = (t < kTries ? t : kTries - 1) - Rule::kSteps;
            m_inverses[t] = (kTopValue + static_cast<float>(step) * Rule::kStep) / extent;
            m_scales[t] = 1.0f / m_inverses[t];
        }
    }

    bool isOffGrid(int place) const { return grid.places[place].index == kOffGrid; }

    template <class Lane> typename Lane::I placeFor(int group, typename Lane::F inverse) const
    {
        using LaneF = typename Lane::F;
        typename Lane::I place = 0;
        for (int i = kDims - 1; i >= 0; --i) {
            const LaneF level = LaneF(0.5f) * (inverse * LaneF(x[kDims * group + i]) - LaneF(1.0f));
            const typename Lane::I digit = Lane::clamp(Lane::nearestInt(level), 0, kTop);
            if constexpr (kDims == 8)
                place = place + place + (place + digit);
            else
                place = Lane::template shiftLeft<Codes::kBits>(place) + digit;
        }
        return place;
    }

    void findPlaces(int group)
    {
        for (int round = 0; round < kRounds; ++round)
            L::store(placeFor<L>(group, L::load(m_inverses + round * L::kWidth)), m_places[group] + round * L::kWidth);
    }

    int codeAt(int group, int number, float scale) const
    {
        const GridPlace &place = grid.places[number];
        if (place.index != kOffGrid)
            return grid.points[place.index];
        float costs[kDims * Codes::kTable];
        squareCosts<kDims>(x + kDims * group, v + kDims * group, scale, m_odd, costs);
        return nearestNeighbour<L, kDims>(grid, place, costs);
    }

    /// Sums of w x q and w q q for all candidates, in index order.
    void sumUp()
    {
        F sumXQ[kRounds], sumQQ[kRounds];
        for (int round = 0; round < kRounds; ++round)
            sumXQ[round] = sumQQ[round] = F(0.0f);
        for (int group = 0; group < kGroups; ++group) {
            float xq[kDims * Codes::kTable], qq[kDims * Codes::kTable];
            for (int i = 0; i < kDims; ++i)
                for (int q = 0; q < Codes::kTable; ++q) {
                    const float weight = w[kDims * group + i];
                    xq[i * Codes::kTable + q] = weight * x[kDims * group + i] * m_odd[q];
                    qq[i * Codes::kTable + q] = weight * m_odd[q] * m_odd[q];
                }
            for (int round = 0; round < kRounds; ++round) {
                const I codes = L::load(m_codes[group] + round * L::kWidth);
                sumXQ[round] = Codes::template sum<L>(xq, codes, sumXQ[round]);
                sumQQ[round] = Codes::template sum<L>(qq, codes, sumQQ[round]);
            }
        }
        for (int round = 0; round < kRounds; ++round) {
            L::store(sumXQ[round], m_sumXQ + round * L::kWidth);
            L::store(sumQQ[round], m_sumQQ + round * L::kWidth);
        }
    }

    /// Number of the best candidate, -1 where none is better than a scale of 0.
    int choose(float &scale) const
    {
        int found = -1;
        float best = 0.0f;
        for (int t = 0; t < kTries; ++t)
            if (m_sumQQ[t] > 0 && m_sumXQ[t] * m_sumXQ[t] > best * m_sumQQ[t]) {
                scale = m_sumXQ[t] / m_sumQQ[t];
                best = scale * m_sumXQ[t];
                found = t;
            }
        return found;
    }

    void refine(float &scale, int *codes) const
    {
        const float inverse = 1.0f / scale;
        float sumXQ = 0.0f, sumQQ = 0.0f;
        for (int group = 0; group < kGroups; ++group) {
            if (Rule::kRedo != GridRedo::OffGrid || m_offGrid[group])
                codes[group] = codeAt(group, placeFor<typename L::One>(group, inverse), scale);
            for (int i = 0; i < kDims; ++i) {
                const float weight = w[kDims * group + i];
                const float q = m_odd[Codes::level(codes[group], i)];
                sumXQ += weight * x[kDims * group + i] * q;
                sumQQ += weight * q * q;
            }
        }
        if (sumQQ > 0)
            scale = sumXQ / sumQQ;
    }

    const Grid &grid;
    const float *x, *w, *v;
    float m_odd[Codes::kTable];
    float m_inverses[kRounds * L::kWidth], m_scales[kRounds * L::kWidth];
    float m_sumXQ[kRounds * L::kWidth], m_sumQQ[kRounds * L::kWidth];
    int m_places[kGroups][kRounds * L::kWidth];
    int m_codes[kGroups][kRounds * L::kWidth] = {};
    bool m_offGrid[kGroups];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
