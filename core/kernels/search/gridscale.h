// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for the scale of a sub-block whose weights go to grid points. Lanes are candidate scales, except where a
// candidate looks for its grid points.

#pragma once

#include "core/kernels/search/gridlines.h"

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
    using Lines = NeighbourLines<L, kDims>;
    static constexpr int kLength = Rule::kSubLength;
    static constexpr int kTop = Codes::kLevels - 1;
    static constexpr int kTries = 2 * Rule::kSteps + 1;
    static constexpr int kShortList = L::kWidth == 1 ? 0 : 16; // in a longer one lanes had better be neighbours
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
    /// extent / kTopValue; `scale` is the answer where none is any good. largest: magnitude.
    float run(float extent, float largest, float scale, int *codes)
    {
        makeCandidates(extent);
        m_calm = largest * m_inverses[kTries - 1] < 4e6f;
        for (int group = 0; group < kGroups; ++group) {
            findPlaces(group);
            findCodes(group);
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
        for (int t = 0; t < (kRounds + 1) * L::kWidth; ++t) {
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

    /// The same where inverse * x is below 2^22 in magnitude: then floats can round and count.
    I calmPlaceFor(int group, F inverse) const
    {
        constexpr float kRounder = 25165824.0f; // 1.5 * 2^24: adding it rounds to even numbers, ties to multiples of 4
        F place = 0.0f;
        float digitValue = 0.5f;
        for (int i = 0; i < kDims; ++i, digitValue *= Codes::kLevels) {
            F twice = (inverse * F(x[kDims * group + i]) - F(1.0f) + F(kRounder)) - F(kRounder);
            if (Rule::kEvenSigns) // else no weight is negative
                twice = L::max(twice, F(0.0f));
            if (kDims == 4 || Rule::kFirstFit) // else candidates are too near to largest / kTopValue
                twice = L::min(twice, F(2.0f * kTop));
            place += twice * F(digitValue);
        }
        return L::nearestInt(place);
    }

    void findPlaces(int group)
    {
        for (int first = 0; first < kRounds * L::kWidth; first += L::kWidth) {
            const F inverse = L::load(m_inverses + first);
            L::store(m_calm ? calmPlaceFor(group, inverse) : placeFor<L>(group, inverse), m_places[group] + first);
        }
    }

    /// As scales grow, a group stays at one place for several candidates.
    void findCodes(int group)
    {
        Lines lines(x + kDims * group, v + kDims * group, m_scales[0] < Lines::kMostScale);
        const int *places = m_places[group];
        unsigned changes = 0; // bit t: candidate t + 1 has another place than t
        for (int round = 0; round < kRounds; ++round) {
            const int first = round * L::kWidth;
            changes |= L::bits(L::differ(L::load(places + first), L::load(places + first + 1))) << first;
        }
        changes |= 1u << (kTries - 1);
        for (int first = 0; first < kTries;) {
            const int last = __builtin_ctz(changes >> first) + first;
            const GridPlace &place = grid.places[places[first]];
            if (place.count == 1)
                for (int t = first; t <= last; t += L::kWidth) // what is beyond the last comes later
                    L::store(I(grid.neighbours[place.first]), m_codes[group] + t);
            else
                findRun(group, lines, first, last);
            first = last + 1;
        }
    }

    void findRun(int group, Lines &lines, int first, int last)
    {
        const GridPlace &place = grid.places[m_places[group][first]];
        const uint16_t *list = grid.neighbours + place.first;
        lines.list(list, place.count);
        if (place.count <= kShortList && last > first)
            return findAll(group, lines, first, last);
        const int atFirst = lines.nearest(m_scales[first]);
        const int atLast = last > first ? lines.nearest(m_scales[last]) : atFirst;
        setCode(group, first, atFirst, list);
        setCode(group, last, atLast, list);
        findBetween(group, lines, list, {first, last, atFirst, atLast});
    }

    void findAll(int group, const Lines &lines, int first, int last)
    {
        for (int t = first; t <= last; t += L::kWidth) {
            unsigned undecided;
            const I codes = lines.nearest(L::load(m_scales + t), L::load(m_inverses + t), undecided);
            L::store(codes, m_codes[group] + t);
            undecided &= (2u << (last - t)) - 1;
            for (; undecided != 0; undecided &= undecided - 1) {
                const int at = t + __builtin_ctz(undecided);
                m_codes[group][at] = codeAt(group, m_places[group][first], m_scales[at]);
            }
        }
    }

    struct Range
    {
        int first, last, atFirst, atLast;
    };

    void findBetween(int group, const Lines &lines, const uint16_t *list, const Range &range)
    {
        if (range.last - range.first < 2)
            return;
        if (range.atFirst == range.atLast && range.atFirst != lines.kUndecided)
            return assign(group, range.first + 1, range.last - 1, list[range.atFirst]);
        const int middle = (range.first + range.last) / 2;
        const int at = lines.nearest(m_scales[middle]);
        setCode(group, middle, at, list);
        findBetween(group, lines, list, {range.first, middle, range.atFirst, at});
        findBetween(group, lines, list, {middle, range.last, at, range.atLast});
    }

    void setCode(int group, int t, int at, const uint16_t *list)
    {
        m_codes[group][t] = at >= 0 ? list[at] : codeAt(group, m_places[group][t], m_scales[t]);
    }

    void assign(int group, int first, int last, int code)
    {
        for (int t = first; t <= last; ++t)
            m_codes[group][t] = code;
    }

    int codeAt(int group, int number, float scale) const
    {
        const GridPlace &place = grid.places[number];
        if (place.index != kOffGrid)
            return grid.points[place.index];
        float costs[kDims * Codes::kTable];
        squareCosts<kDims>(x + kDims * group, v + kDims * group, scale, m_odd, costs);
        return nearestNeighbour<L, kDims>(grid.neighbours + place.first, place.count, costs);
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
    float m_inverses[(kRounds + 1) * L::kWidth], m_scales[(kRounds + 1) * L::kWidth];
    float m_sumXQ[kRounds * L::kWidth], m_sumQQ[kRounds * L::kWidth];
    int m_places[kGroups][kRounds * L::kWidth + 1];
    int m_codes[kGroups][(kRounds + 1) * L::kWidth] = {};
    bool m_offGrid[kGroups];
    bool m_calm;
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
