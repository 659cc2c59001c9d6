// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which neighbour is nearest for a whole range of scales at once. The distance of a grid point q to the weights x,
// sum v (s q - x)^2, is s (A s - B) + C with A = sum v q q and B = sum 2 v q x: over s, the difference of two points'
// distances divided by s is a straight line. So a point that is nearest at both ends of a range is nearest in between.

#pragma once

#include "core/kernels/search/gridneighbour.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The lines of one group's neighbours. The answers are those of nearestNeighbour(), which sums rounded costs in
/// order: where rounding could decide, there is none.
///
/// With u = 2^-24 both ways of adding up are within 48 u (A s s + C) of the exact sum, and A s s <= 2 (distance + 2 C).
/// So the order of two values f = A s - B is certain where they differ by more than 2 * kRoom (f + f') + 10 * kRoom C /
/// s; the bounds below are a little wider.
template <class L, int Dims> class NeighbourLines
{
    using F = typename L::F;
    using I = typename L::I;
    using Codes = GridCodes<Dims>;
    static constexpr int kFill = 8; // lists are filled up to a multiple of this
    static constexpr int kMostNeighbours = 304;
    static constexpr float kRoom = 3e-6f;
    static constexpr float kLeast = 1e-20f, kMost = 1e25f, kMostWeight = 1e15f;

public:
    static constexpr int kUndecided = -1;
    static constexpr float kMostScale = 1e8f; ///< for larger scales `usable` must be false

    NeighbourLines(const float *x, const float *v, bool usable)
    {
        float weights = 0.0f, largest = 0.0f, constant = 0.0f;
        for (int i = 0; i < Dims; ++i) {
            for (int q = 0; q < Codes::kTable; ++q) {
                const float odd = static_cast<float>(2 * q + 1);
                m_tableA[i * Codes::kTable + q] = v[i] * (odd * odd);
                m_tableB[i * Codes::kTable + q] = v[i] * x[i] * (2 * odd);
            }
            weights += v[i];
            largest = L::One::max(L::One::abs(x[i]), largest);
            constant += v[i] * x[i] * x[i];
        }
        // Within these bounds nothing overflows, and what is lost to underflow is far below the room for rounding.
        usable = usable & (constant > kLeast) & (constant < kMost) & (weights < kMostWeight) & (largest < kMostScale);
        m_slack = usable ? 11 * kRoom * constant : __builtin_inff();
    }

    void list(const uint16_t *codes, int count)
    {
        m_count = count;
        const int filled = L::kWidth == 1 ? count : (count + kFill - 1) & -kFill;
        for (int first = 0; first < filled; first += L::kWidth) {
            const I packed = L::loadCodes(codes + first);
            const F b = Codes::template sum<L>(m_tableB, packed);
            const typename L::M listed = L::below(L::laneNumbers(), count - first);
            L::store(Codes::template sum<L>(m_tableA, packed), m_a + first);
            L::store(L::select(listed, b, F(-1e30f)), m_b + first);
            L::store(packed, m_codes + first);
        }
    }

    /// Codes of the nearest neighbours for the scale in each lane; `undecided` gets a bit for each lane whose answer
    /// may be wrong. inverses: 1 / scales. Lanes are scales: for short lists.
    I nearest(F scales, F inverses, unsigned &undecided) const
    {
        Nearest best = nearestOf<kFill>(0, scales);
        for (int first = kFill; first < m_count; first += kFill)
            best = nearer(best, nearestOf<kFill>(first, scales));
        const F room = F(4 * kRoom) * L::abs(best.least) + F(m_slack) * inverses;
        undecided = L::bits(best.second - best.least > room) ^ ((1u << L::kWidth) - 1);
        return best.code;
    }

    /// Position of the nearest neighbour in the list, or kUndecided. Lanes are neighbours.
    int nearest(float scale) const
    {
        F leasts = 1e30f;
        for (int first = 0; first < m_count; first += L::kWidth)
            leasts = L::min(valueAt(first, scale), leasts);
        const float least = L::smallest(leasts);
        const F bound = least + 4 * kRoom * L::One::abs(least) + m_slack / scale;
        int hits = 0;
        int found = 0;
        for (int first = 0; first < m_count; first += L::kWidth) {
            const unsigned lanes = L::bits(valueAt(first, scale) <= bound);
            hits += __builtin_popcount(lanes);
            found = lanes != 0 ? first + __builtin_ctz(lanes) : found;
        }
        return hits == 1 ? found : kUndecided;
    }

private:
    struct Nearest
    {
        F least, second;
        I code;
    };

    template <int N> Nearest nearestOf(int first, F scales) const
    {
        if constexpr (N > 1) {
            return nearer(nearestOf<N / 2>(first, scales), nearestOf<N / 2>(first + N / 2, scales));
        } else {
            const F value = F(m_a[first]) * scales - F(m_b[first]);
            return {value, F(1e30f), I(m_codes[first])};
        }
    }

    static Nearest nearer(const Nearest &a, const Nearest &b)
    {
        return {L::min(a.least, b.least), L::min(L::max(a.least, b.least), L::min(a.second, b.second)),
                L::select(b.least < a.least, b.code, a.code)};
    }

    F valueAt(int first, float scale) const { return L::load(m_a + first) * F(scale) - L::load(m_b + first); }

    float m_tableA[Dims * Codes::kTable], m_tableB[Dims * Codes::kTable];
    float m_slack;
    int m_count = 0;
    float m_a[kMostNeighbours], m_b[kMostNeighbours];
    int m_codes[kMostNeighbours];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
