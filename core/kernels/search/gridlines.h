// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which neighbour is nearest, for many scales. The distance of a grid point q to the weights x, sum v (s q - x)^2, is
// s (A s - B) + C with A = sum v q q and B = sum 2 v q x: with A and B at hand each further scale s costs one product
// and one difference a neighbour.

#pragma once

#include "core/kernels/search/gridneighbour.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The lines A s - B of one group's neighbours, those of a short list. The answers are those of nearestNeighbour(),
/// which sums rounded costs in order: where rounding could decide, there is none.
///
/// With u = 2^-24 both ways of adding up are within 48 u (A s s + C) of the exact sum, and A s s <= 2 (distance + 2 C).
/// So the order of two values f = A s - B is certain where they differ by more than 2 * kRoom (f + f') + 10 * kRoom C /
/// s; the bounds below are a little wider.
template <class L, int Dims> class NeighbourLines
{
    using F = typename L::F;
    using I = typename L::I;
    using Table = CodeTable<L, Dims>;
    static constexpr int kFill = Grid::kFill;
    static constexpr float kRoom = 3e-6f;
    static constexpr float kLeast = 1e-20f, kMost = 1e25f; // of C

public:
    static constexpr float kMostSize = 1e8f;
    static constexpr float kMostWeight = 1e14f;

    /// usable: no weight is above kMostWeight, no scale and no |x| above kMostSize. Within these bounds, and others
    /// that are asked of C, nothing overflows, and what is lost to underflow is far below the room for rounding.
    NeighbourLines(const float *x, const float *v, bool usable)
    {
        float products[Dims], constant = 0.0f;
        for (int i = 0; i < Dims; ++i) {
            products[i] = v[i] * x[i];
            constant += products[i] * x[i];
        }
        m_slack = usable && constant > kLeast && constant < kMost ? 11 * kRoom * constant : __builtin_inff();
        m_tableA.fill(
            [&](int first) { return Table::ofLevel(kOddSquares<Dims>, first) * Table::ofCoordinate(v, first); });
        m_tableB.fill([&](int first) {
            return Table::ofLevel(kOdd<Dims>, first) * F(2.0f) * Table::ofCoordinate(products, first);
        });
    }

    /// Takes a short list. Lanes are neighbours.
    void list(const uint16_t *codes, int count)
    {
        m_count = count;
        const int filled = (count + kFill - 1) & -kFill;
        for (int first = 0; first < filled; first += L::kWidth) {
            const I packed = L::loadCodes(codes + first);
            const F b = m_tableB.sum(packed);
            const typename L::M listed = L::below(L::laneNumbers(), count - first);
            L::store(m_tableA.sum(packed), m_a + first);
            L::store(L::select(listed, b, F(-1e30f)), m_b + first);
            L::store(packed, m_codes + first);
        }
    }

    /// Codes of the nearest neighbours for the scale in each lane; `undecided` gets a bit for each lane whose answer
    /// may be wrong. inverses: 1 / scales.
    I nearest(F scales, F inverses, unsigned &undecided) const
    {
        Pair best = nearestOf<kFill>(0, 0, scales);
        I code = L::lookup8(m_codes, L::tagOf(best.least));
        for (int first = kFill; first < m_count; first += kFill) {
            const Pair block = nearestOf<kFill>(first, 0, scales);
            const I blockCode = L::lookup8(m_codes + first, L::tagOf(block.least));
            code = L::select(block.least < best.least, blockCode, code);
            best = merge(best, block);
        }
        // A tag changes a value by less than 1e-6 of it.
        const F room = F(5 * kRoom) * L::abs(best.least) + F(m_slack) * inverses;
        undecided = L::bits(best.second - best.least > room) ^ ((1u << L::kWidth) - 1);
        return code;
    }

private:
    struct Pair
    {
        F least, second;
    };

    /// Of the values of N neighbours from first + n on, which carry their numbers from n on in their lowest bits.
    template <int N> Pair nearestOf(int first, int n, F scales) const
    {
        if constexpr (N > 2)
            return merge(nearestOf<N / 2>(first, n, scales), nearestOf<N / 2>(first, n + N / 2, scales));
        const F a = taggedValue(first, n, scales), b = taggedValue(first, n + 1, scales);
        return {L::min(a, b), L::max(a, b)};
    }

    static Pair merge(const Pair &a, const Pair &b)
    {
        return {L::min(a.least, b.least), L::min(L::max(a.least, b.least), L::min(a.second, b.second))};
    }

    F taggedValue(int first, int n, F scales) const
    {
        return L::tag(F(m_a[first + n]) * scales - F(m_b[first + n]), n);
    }

    static constexpr int kMostNeighbours = Grid::kLongestShortList + 2 * kFill;

    Table m_tableA, m_tableB;
    float m_slack; // the part of the room that C / s is multiplied with
    int m_count = 0;
    float m_a[kMostNeighbours], m_b[kMostNeighbours];
    int m_codes[kMostNeighbours];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
