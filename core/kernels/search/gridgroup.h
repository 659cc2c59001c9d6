// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The grid points of one group of weights for all candidate scales. Lanes are candidates or neighbours.

#pragma once

#include "core/kernels/search/gridlines.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The scales a sub-block tries, about extent / kTopValue, largest first. Values are scale * (2 * level + 1). Rule:
/// kDims, kSteps (on both sides), kStep, kFirstFit (else no value is above extent). Filled up with the last one.
template <class L, class Rule> struct GridCandidates
{
    static constexpr int kTop = GridCodes<Rule::kDims>::kTop;
    static constexpr float kTopValue = 2 * kTop + 1;
    static constexpr int kTries = 2 * Rule::kSteps + 1;
    static constexpr int kRounds = (kTries + L::kWidth - 1) / L::kWidth;
    static constexpr int kFilled = (kRounds + 1) * L::kWidth; ///< vectors may start at any candidate

    float inverses[kFilled], scales[kFilled];
    bool calm;   ///< nothing is too large for calmPlaces()
    bool usable; ///< for NeighbourLines

    /// largest: magnitude of the weights. largestRoot: of what weighs their errors.
    GridCandidates(float extent, float largest, float largestRoot)
    {
        for (int t = 0; t < kFilled; ++t) {
            const int step = (t < kTries ? t : kTries - 1) - Rule::kSteps;
            inverses[t] = (kTopValue + static_cast<float>(step) * Rule::kStep) / extent;
            scales[t] = 1.0f / inverses[t];
        }
        calm = isCalm(inverses[kTries - 1], largest);
        using Lines = NeighbourLines<L, Rule::kDims>;
        usable = scales[0] < Lines::kMostSize && largest < Lines::kMostSize && largestRoot < Lines::kMostWeight;
    }

    static bool isCalm(float inverse, float largest) { return inverse * largest < 4e6f; }
};

/// Where the short list of a place may be used, weights are nearer to their levels than to others by this much: their
/// distances, of which the largest is 1 for an inner level, must stay below.
inline constexpr float kInside = 1.0f - 1e-4f;

/// Code of the grid point for weights at a place, as the reference finds it. inside: the short list will do.
template <class L, int Dims>
int gridPointFor(const Grid &grid, const GridPlace &place, bool inside, const float *x, const float *v, float scale,
                 const LevelValues &levels)
{
    if (place.index != kOffGrid)
        return grid.points[place.index];
    const CodeTable<L, Dims> costs = squareCosts<L, Dims>(x, v, scale, levels);
    return inside ? nearestNeighbour<L, Dims>(grid.neighbours + place.first, place.count, costs)
                  : nearestNeighbour<L, Dims>(grid.neighbours + place.allFirst, place.allCount, costs);
}

template <class L, class Rule> class GridGroup
{
    using F = typename L::F;
    using I = typename L::I;
    static constexpr int kDims = Rule::kDims;
    using Codes = GridCodes<kDims>;
    using Candidates = GridCandidates<L, Rule>;
    static constexpr int kTries = Candidates::kTries;
    static constexpr int kVectors = Candidates::kRounds * L::kWidth;

public:
    /// places and codes [Candidates::kFilled].
    GridGroup(const Grid &grid, const float *values, const float *roots, const Candidates &candidates, int *places,
              int *codes)
        : m_grid(grid), x(values), v(roots), m_candidates(candidates), m_places(places), m_codes(codes),
          m_lines(values, roots, candidates.usable)
    {
    }

    /// As scales shrink, a group stays at one place for several candidates.
    void find()
    {
        unsigned outside = m_candidates.calm ? calmPlaces() : anyPlaces();
        unsigned changes = 1u << (kTries - 1); // bit t: candidate t + 1 has another place than t
        for (int first = 0; first < kVectors; first += L::kWidth)
            changes |= L::bits(L::differ(L::load(m_places + first), L::load(m_places + first + 1))) << first;
        L::store(I(0), m_codes + kTries);
        for (int first = 0; first < kTries;) {
            const int last = __builtin_ctz(changes >> first) + first;
            findRun(first, last);
            first = last + 1;
        }
        for (outside &= (2u << (kTries - 1)) - 1; outside != 0; outside &= outside - 1) {
            const int t = __builtin_ctz(outside);
            m_codes[t] = exactly(t, false);
        }
    }

private:
    /// Finds the places of all candidates; gives a bit for each that needs the full list.
    unsigned calmPlaces()
    {
        constexpr float kRounder = 25165824.0f; // 1.5 * 2^24: adding it rounds to even numbers, ties to multiples of 4
        unsigned outside = 0;
        for (int first = 0; first < kVectors; first += L::kWidth) {
            const F inverse = L::load(m_candidates.inverses + first);
            F place = 0.0f, farthest = 0.0f;
            float digitValue = 0.5f;
            for (int i = 0; i < kDims; ++i, digitValue *= Codes::kLevels) {
                F twice = L::max(inverse * F(x[i]) - F(1.0f), F(0.0f)); // twice the level
                if (kDims == 4 || Rule::kFirstFit) // else candidates are too near to largest / kTopValue
                    twice = L::min(twice, F(2.0f * Candidates::kTop));
                const F rounded = twice + F(kRounder) - F(kRounder);
                farthest = L::max(L::abs(twice - rounded), farthest);
                place += rounded * F(digitValue);
            }
            L::store(L::nearestInt(place), m_places + first);
            outside |= L::bits(farthest >= F(kInside)) << first;
        }
        return outside;
    }

    /// The same for weights of any size.
    unsigned anyPlaces()
    {
        for (int first = 0; first < kVectors; first += L::kWidth) {
            const F inverse = L::load(m_candidates.inverses + first);
            I place = 0;
            for (int i = kDims - 1; i >= 0; --i) {
                const F level = F(0.5f) * (inverse * F(x[i]) - F(1.0f));
                const I digit = L::clamp(L::nearestInt(level), 0, Candidates::kTop);
                if constexpr (kDims == 8)
                    place = place + place + (place + digit);
                else
                    place = L::template shiftLeft<Codes::kBits>(place) + digit;
            }
            L::store(place, m_places + first);
        }
        return ~0u;
    }

    /// Candidates first .. last, which have the same place. May write a vector of codes beyond.
    void findRun(int first, int last)
    {
        const GridPlace &place = m_grid.places[m_places[first]];
        const uint16_t *list = m_grid.neighbours + place.first;
        if (place.count == 1) {
            for (int t = first; t <= last; t += L::kWidth)
                L::store(I(list[0]), m_codes + t);
            return;
        }
        m_lines.list(list, place.count);
        for (int t = first; t <= last; t += L::kWidth) {
            unsigned undecided;
            const F scales = L::load(m_candidates.scales + t), inverses = L::load(m_candidates.inverses + t);
            L::store(m_lines.nearest(scales, inverses, undecided), m_codes + t);
            undecided &= (2u << (last - t)) - 1;
            for (; undecided != 0; undecided &= undecided - 1) {
                const int at = t + __builtin_ctz(undecided);
                m_codes[at] = exactly(at, true);
            }
        }
    }

    int exactly(int t, bool inside) const
    {
        return gridPointFor<L, kDims>(m_grid, m_grid.places[m_places[t]], inside, x, v, m_candidates.scales[t],
                                      kOdd<kDims>);
    }

    const Grid &m_grid;
    const float *x, *v;
    const Candidates &m_candidates;
    int *m_places, *m_codes;
    NeighbourLines<L, kDims> m_lines;
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
