// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Best split of N sorted weights into three groups that get the levels low, middle and high. Exhaustive; lanes are
// neighbouring splits.

#pragma once

#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The three levels are -1, 0 and 1, all moved up or down by this.
inline constexpr float kLevelShift = 0.125f;
inline constexpr float kLevelsUp[4] = {-1.0f + kLevelShift, kLevelShift, 1.0f + kLevelShift, 0.0f};
inline constexpr float kLevelsDown[4] = {-1.0f - kLevelShift, -kLevelShift, 1.0f - kLevelShift, 0.0f};

/// Weights order[0 .. low) get the lowest level, order[low .. middle) the middle one, the rest the highest.
struct LevelSplit
{
    int low = -1;
    int middle = -1;
    int shifts = -1; ///< number of the choice of shifts; -1: no split is any good
    float scale = 0.0f;
};

/// Numbers of x in ascending order of value, equal ones in order of number: what glibc's qsort (a merge sort) gives the
/// reference.
template <int N> void sortByValue(const float *x, int (&order)[N])
{
    for (int i = 0; i < N; ++i) {
        int at = i;
        for (; at > 0 && x[i] < x[order[at - 1]]; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/// Sums over the first j of the sorted weights, j = 0 .. N; read in whole vectors.
template <class L, int N> struct RunningSums
{
    float wx[N + 1 + L::kWidth] = {}; ///< of w x
    float w[N + 1 + L::kWidth] = {};

    void add(int j, float weight, float x)
    {
        wx[j + 1] = wx[j] + weight * x;
        w[j + 1] = w[j] + weight;
    }
    void addNothing(int j)
    {
        wx[j + 1] = wx[j];
        w[j + 1] = w[j];
    }
};

/// One shift for all N weights: 0 up, 1 down. Source: quantize_row_iq1_s_impl, ggml 0.25.1.
template <class L, int N> class OneShift
{
    using F = typename L::F;

public:
    static constexpr int kChoices = 2;

    OneShift(const float *x, const float *w, const int (&order)[N])
    {
        for (int j = 0; j < N; ++j)
            m_sums.add(j, w[order[j]], x[order[j]]);
    }

    /// Sums of w x q and w q q for the splits (low, middle), (low, middle + 1) .. with each choice of shifts.
    void sums(int low, int middle, F (&xq)[2], F (&qq)[2]) const
    {
        const F lowX = m_sums.wx[low], lowW = m_sums.w[low];
        const F middleX = L::load(m_sums.wx + middle), middleW = L::load(m_sums.w + middle);
        const F highX = F(m_sums.wx[N]) - middleX, highW = F(m_sums.w[N]) - middleW;
        const F betweenX = middleX - lowX, betweenW = middleW - lowW;
        for (int k = 0; k < 2; ++k) {
            const float *level = k == 0 ? kLevelsUp : kLevelsDown;
            const F q0 = level[0], q1 = level[1], q2 = level[2];
            xq[k] = lowX * q0 + betweenX * q1 + highX * q2;
            qq[k] = lowW * q0 * q0 + betweenW * q1 * q1 + highW * q2 * q2;
        }
    }

private:
    RunningSums<L, N> m_sums;
};

/// A shift for each half of the weights: bit 1 of the choice tells that the first half's is down, bit 0 the second
/// half's. Source: quantize_row_iq1_m_impl, ggml 0.25.1.
template <class L, int N> class TwoShifts
{
    using F = typename L::F;

public:
    static constexpr int kChoices = 4;

    TwoShifts(const float *x, const float *w, const int (&order)[N])
    {
        for (int j = 0; j < N; ++j) {
            const int half = order[j] < N / 2 ? 0 : 1;
            m_sums[half].add(j, w[order[j]], x[order[j]]);
            m_sums[1 - half].addNothing(j);
        }
    }

    void sums(int low, int middle, F (&xq)[4], F (&qq)[4]) const
    {
        F halfXQ[2][2], halfQQ[2][2];
        for (int half = 0; half < 2; ++half) {
            const RunningSums<L, N> &sums = m_sums[half];
            const F x = F(sums.wx[low]) + L::load(sums.wx + middle);
            for (int k = 0; k < 2; ++k) {
                const float *level = k == 0 ? kLevelsUp : kLevelsDown;
                const float low2 = level[0] * level[0] - level[1] * level[1];
                const float high2 = level[1] * level[1] - level[2] * level[2];
                halfXQ[half][k] = F(sums.wx[N] * level[2]) - x;
                halfQQ[half][k] =
                    F(sums.w[N] * level[2] * level[2]) + F(sums.w[low] * low2) + L::load(sums.w + middle) * F(high2);
            }
        }
        for (int k = 0; k < 4; ++k) {
            xq[k] = halfXQ[0][k / 2] + halfXQ[1][k % 2];
            qq[k] = halfQQ[0][k / 2] + halfQQ[1][k % 2];
        }
    }

private:
    RunningSums<L, N> m_sums[2];
};

/// Tries all splits, low ascending, then middle, then shifts; takes one where (sum w x q)^2 / (sum w q q) beats the
/// best so far.
template <class L, int N, template <class, int> class Shifts> class SplitSearch
{
    using F = typename L::F;
    using Sums = Shifts<L, N>;
    static constexpr int kChoices = Sums::kChoices;

public:
    SplitSearch(const float *x, const float *w, const int (&order)[N]) : m_sums(x, w, order) {}

    LevelSplit run()
    {
        for (int low = 0; low <= N; ++low)
            for (int middle = low; middle <= N; middle += L::kWidth)
                tryFrom(low, middle);
        return m_found;
    }

private:
    void tryFrom(int low, int middle)
    {
        F xq[kChoices], qq[kChoices];
        m_sums.sums(low, middle, xq, qq);
        typename L::M better = beats(xq[0], qq[0]);
        for (int k = 1; k < kChoices; ++k)
            better = better | beats(xq[k], qq[k]);
        better = better & L::below(L::laneNumbers(), N + 1 - middle);
        const unsigned lanes = L::bits(better);
        if (lanes == 0)
            return;
        float allXQ[kChoices][L::kWidth], allQQ[kChoices][L::kWidth];
        for (int k = 0; k < kChoices; ++k) {
            L::store(xq[k], allXQ[k]);
            L::store(qq[k], allQQ[k]);
        }
        // A split taken changes what the later ones have to beat.
        for (int lane = __builtin_ctz(lanes); lane < L::kWidth && middle + lane <= N; ++lane)
            for (int k = 0; k < kChoices; ++k)
                take(allXQ[k][lane], allQQ[k][lane], {low, middle + lane, k});
    }

    typename L::M beats(F xq, F qq) const { return (qq > F(0.0f)) & (xq * xq > F(m_best) * qq); }

    void take(float xq, float qq, const LevelSplit &split)
    {
        if (!(qq > 0 && xq * xq > m_best * qq))
            return;
        m_found = split;
        m_found.scale = xq / qq;
        m_best = m_found.scale * xq;
    }

    Sums m_sums;
    LevelSplit m_found;
    float m_best = -3.40282346638528859812e+38f;
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
