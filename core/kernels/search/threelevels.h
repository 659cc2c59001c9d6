// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Best split of N weights, by value, into three groups that get the levels low, middle and high. Exhaustive; a
// sub-block a lane.

#pragma once

#include "core/kernels/search/threelevelsums.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Positions of the weights when sorted by value, equal ones in their order: what glibc's qsort (a merge sort) gives
/// the reference.
template <class L, int N> void rankByValue(const typename L::F (&x)[N], typename L::F (&rank)[N])
{
    using F = typename L::F;
    for (int i = 0; i < N; ++i)
        rank[i] = F(static_cast<float>(i)); // as if all before were smaller
    for (int i = 1; i < N; ++i)
        for (int j = 0; j < i; ++j) {
            const F swapped = L::keep(x[i] < x[j], F(1.0f));
            rank[i] = rank[i] - swapped;
            rank[j] += swapped;
        }
}

/// The search of the reference takes a split when (sum w x q)^2 / (sum w q q), as rounded, beats the best so far, low
/// ascending, then middle, then shifts. Here it starts from a bound a little below the score of some split. That ends
/// at the same split if the first one taken is clearly above the bound: all before were below it, so the reference has
/// taken that one as well. Otherwise the search is done again without a bound.
template <class L, int N, template <class, int> class Shifts> class ThreeLevelSearch
{
    using F = typename L::F;
    using M = typename L::M;
    using Sums = Shifts<L, N>;
    static constexpr int kChoices = Sums::kChoices;
    static constexpr float kNone = -3.40282346638528859812e+38f;

public:
    F rank[N];     ///< of each weight
    F low, middle; ///< weights of rank < low get the lowest level, those of rank < middle the middle one
    F choice;      ///< of shifts; -1: no split is any good
    F scale;       ///< that fits the split best; may be negative

    /// One sub-block of N weights after the other, as many as there are lanes.
    ThreeLevelSearch(const float *values, const float *weights)
    {
        F x[N];
        L::loadColumns(values, N, x);
        rankByValue<L>(x, rank);
        typename L::I places[N];
        for (int i = 0; i < N; ++i)
            places[i] = L::nearestInt(rank[i]);
        unsigned char order[L::kWidth * N];
        L::storeColumns(places, order, N);
        m_sums.fill(values, weights, order);

        const F bound = coarseBound();
        search(bound);
        if (L::any(m_doubtful | ((bound > F(0.0f)) & (choice < F(0.0f)))))
            search(F(kNone));
    }

private:
    /// A little less than the best score of a few likely splits; none where rounding errors would not be relative.
    F coarseBound() const
    {
        constexpr float kSmall = 1e-30f, kLarge = 1e30f;
        F best = 0.0f;
        for (int from = N / 8; from <= 3 * N / 8; from += N / 8)
            for (int to = 5 * N / 8; to <= 7 * N / 8; to += N / 8) {
                F xq[kChoices], qq[kChoices];
                m_sums.sums(m_sums.row(from), to, xq, qq);
                for (int k = 0; k < kChoices; ++k) {
                    const F square = xq[k] * xq[k];
                    const M sound =
                        (square > F(kSmall)) & (square < F(kLarge)) & (qq[k] > F(kSmall)) & (qq[k] < F(kLarge));
                    best = L::max(L::keep(sound, square / qq[k]), best);
                }
            }
        return L::select(best > F(0.0f), best * F(1.0f - 1e-4f), F(kNone));
    }

    void search(F bound)
    {
        m_bound = m_best = bound;
        m_doubtful = F(0.0f) > F(0.0f);
        low = middle = scale = F(0.0f);
        choice = F(-1.0f);
        for (int from = 0; from <= N; ++from) {
            const typename Sums::Row row = m_sums.row(from);
            for (int to = from; to <= N; ++to) {
                F xq[kChoices], qq[kChoices];
                m_sums.sums(row, to, xq, qq);
                M better = xq[0] * xq[0] > m_best * qq[0];
                for (int k = 1; k < kChoices; ++k)
                    better = better | (xq[k] * xq[k] > m_best * qq[k]);
                if (L::any(better))
                    take(from, to, xq, qq);
            }
        }
    }

    void take(int from, int to, const F (&xq)[kChoices], const F (&qq)[kChoices])
    {
        for (int k = 0; k < kChoices; ++k) {
            const M better = (qq[k] > F(0.0f)) & (xq[k] * xq[k] > m_best * qq[k]);
            const M first = better & (choice < F(0.0f)) & (m_bound > F(0.0f));
            m_doubtful = m_doubtful | (first & (xq[k] * xq[k] <= m_bound * F(1.0f + 1e-5f) * qq[k]));
            scale = L::select(better, xq[k] / qq[k], scale);
            m_best = L::select(better, scale * xq[k], m_best);
            low = L::select(better, F(static_cast<float>(from)), low);
            middle = L::select(better, F(static_cast<float>(to)), middle);
            choice = L::select(better, F(static_cast<float>(k)), choice);
        }
    }

    Sums m_sums;
    F m_bound, m_best;
    M m_doubtful;
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
