// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for the scale of a sub-block whose weights go to grid points. Lanes are candidate scales.

#pragma once

#include "core/kernels/search/gridgroup.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Which groups look for their point again once the scale is known.
enum class GridRedo {
    All,          ///< all
    OffGrid,      ///< those whose levels were no grid point
    AllIfOffGrid, ///< all, if one's levels were no grid point
};

/// One search over Rule::kSubLength weights without signs. Of the candidate scales the one whose points give the
/// largest (sum w x q)^2 / (sum w q q) wins; the scale that fits these points best counts, and with it points are
/// looked up again. Rule: kSubLength, kRedo, and what GridCandidates needs. Source: quantize_row_iq2_* and iq3_*, ggml
/// 0.25.1.
template <class L, class Rule> class GridScaleSearch
{
    using F = typename L::F;
    using I = typename L::I;
    static constexpr int kDims = Rule::kDims;
    using Codes = GridCodes<kDims>;
    using Table = CodeTable<L, kDims>;
    using Candidates = GridCandidates<L, Rule>;
    static constexpr int kLength = Rule::kSubLength;
    static constexpr int kTries = Candidates::kTries;
    static constexpr int kRounds = Candidates::kRounds;

public:
    static constexpr int kGroups = kLength / kDims;
    static constexpr float kTopValue = Candidates::kTopValue;

    /// roots: square roots of the weights, which weigh distances to grid points. largest: magnitude of the values.
    GridScaleSearch(const Grid &grid, const float *values, const float *weights, const float *roots, float largest,
                    float largestRoot)
        : m_grid(grid), x(values), w(weights), v(roots), m_largest(largest), m_largestRoot(largestRoot)
    {
    }

    /// The scale, which may be negative, and a grid point's code for every group. Candidates are near
    /// extent / kTopValue; `scale` is the answer where none is any good.
    float run(float extent, float scale, int *codes)
    {
        const Candidates candidates(extent, m_largest, m_largestRoot);
        for (int group = 0; group < kGroups; ++group)
            GridGroup<L, Rule>(m_grid, x + kDims * group, v + kDims * group, candidates, m_places[group],
                               m_codes[group])
                .find();
        sumUp();
        const int best = choose(scale);
        bool anyOffGrid = false;
        for (int group = 0; group < kGroups; ++group) {
            codes[group] = best < 0 ? 0 : m_codes[group][best];
            m_offGrid[group] = best < 0 ? Rule::kRedo == GridRedo::AllIfOffGrid
                                        : m_grid.places[m_places[group][best]].index == kOffGrid;
            anyOffGrid |= m_offGrid[group];
        }
        if ((anyOffGrid || Rule::kRedo == GridRedo::All) && scale > 0) {
            lookUpAgain(scale, codes);
            scale = fittingScale(scale, codes);
        }
        return scale;
    }

private:
    /// Sums of w x q and w q q for all candidates, in index order.
    void sumUp()
    {
        F sumXQ[kRounds], sumQQ[kRounds];
        for (int round = 0; round < kRounds; ++round)
            sumXQ[round] = sumQQ[round] = F(0.0f);
        for (int group = 0; group < kGroups; ++group) {
            const float *weights = w + kDims * group;
            float products[kDims];
            for (int i = 0; i < kDims; ++i)
                products[i] = weights[i] * x[kDims * group + i];
            Table xq, qq;
            xq.fill(
                [&](int first) { return Table::ofCoordinate(products, first) * Table::ofLevel(kOdd<kDims>, first); });
            qq.fill([&](int first) {
                const F q = Table::ofLevel(kOdd<kDims>, first);
                return Table::ofCoordinate(weights, first) * q * q;
            });
            for (int round = 0; round < kRounds; ++round) {
                const I codes = L::load(m_codes[group] + round * L::kWidth);
                sumXQ[round] = xq.sum(codes, sumXQ[round]);
                sumQQ[round] = qq.sum(codes, sumQQ[round]);
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

    void lookUpAgain(float scale, int *codes) const
    {
        int digits[kLength + L::kWidth];
        const unsigned outside = findDigits(1.0f / scale, digits);
        for (int group = 0; group < kGroups; ++group) {
            if (Rule::kRedo == GridRedo::OffGrid && !m_offGrid[group])
                continue;
            int place = 0;
            for (int i = kDims - 1; i >= 0; --i)
                place = place * Codes::kLevels + digits[kDims * group + i];
            const bool inside = (outside >> (kDims * group) & ((1u << kDims) - 1)) == 0;
            codes[group] = gridPointFor<L, kDims>(m_grid, m_grid.places[place], inside, x + kDims * group,
                                                  v + kDims * group, scale, kOdd<kDims>);
        }
    }

    /// The level of each weight, and a bit for each whose group needs the full list. Lanes are weights.
    unsigned findDigits(float inverse, int *digits) const
    {
        unsigned outside = 0;
        for (int first = 0; first < kLength; first += L::kWidth) {
            const F twice = F(inverse) * L::load(x + first) - F(1.0f);
            const I digit = L::clamp(L::nearestInt(F(0.5f) * twice), 0, Candidates::kTop);
            L::store(digit, digits + first);
            const F within = L::min(L::max(twice, F(0.0f)), F(2.0f * Candidates::kTop));
            const F level = L::toFloat(digit);
            outside |= L::bits(L::abs(within - (level + level)) >= F(kInside)) << first;
        }
        return Candidates::isCalm(inverse, m_largest) ? outside : ~0u;
    }

    float fittingScale(float scale, const int *codes) const
    {
        float sumXQ = 0.0f, sumQQ = 0.0f;
        for (int i = 0; i < kLength; ++i) {
            const float q = kOdd<kDims>[Codes::level(codes[i / kDims], i % kDims)];
            sumXQ += w[i] * x[i] * q;
            sumQQ += w[i] * q * q;
        }
        return sumQQ > 0 ? sumXQ / sumQQ : scale;
    }

    const Grid &m_grid;
    const float *x, *w, *v;
    float m_largest, m_largestRoot;
    float m_sumXQ[kRounds * L::kWidth], m_sumQQ[kRounds * L::kWidth];
    int m_places[kGroups][Candidates::kFilled];
    int m_codes[kGroups][Candidates::kFilled];
    bool m_offGrid[kGroups];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
