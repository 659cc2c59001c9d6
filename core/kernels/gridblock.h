// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the IQ2 and IQ3 types share: super-blocks of 256 weights, whose magnitudes go to grid points in groups of eight
// or four and whose signs are kept apart, in sub-blocks with scales of four bits.

#pragma once

#include "core/kernels/packing.h"
#include "core/kernels/search/gridscale.h"
#include "core/kernels/search/positivescale.h"
#include "core/kernels/superblock.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// What weighs a weight's error.
enum class GridWeights {
    OneUnlessGiven,    ///< importance * root(mean square + x x), importance 1 where none is given
    SquareUnlessGiven, ///< without importance x x
    ShiftedSquare,     ///< without importance mean square / 4 + x x
};

/// One super-block as found, before it is packed.
template <class Type> struct GridBlockFit
{
    static constexpr int kSubs = kSuperBlock / Type::kSubLength;
    static constexpr int kGroups = kSuperBlock / Type::kDims;

    float scales[kSubs] = {};
    bool empty[kSubs] = {};           ///< the sub-block had no weight worth a scale
    uint16_t points[kGroups] = {};    ///< numbers of the grid points
    unsigned char signs[32] = {};     ///< bit i for weight i of eight
    unsigned char levels[kSubs] = {}; ///< the scales in four bits
    float largest = 0.0f;             ///< scale
};

/// The steps over one batch. Type has the members of a rule for GridScaleSearch, kGrid, kEvenSigns, kMeanSquareFactor,
/// kWeights, kLeastMaximum (sub-blocks without a larger weight are empty), kFirstFit (start from a fit without a grid),
/// kScaleFactor, kKeepsPoints (a block with scale 0 keeps its points and signs) and pack().
template <class L, class Type> class GridBlocks
{
    using F = typename L::F;
    using Block = typename Type::Block;
    using Fit = GridBlockFit<Type>;
    using Search = GridScaleSearch<L, Type>;
    static constexpr int kLength = Type::kSubLength;
    static constexpr int kSubs = Fit::kSubs;
    static constexpr int kAll = L::kWidth * kSuperBlock;

public:
    static void quantize(const Batch &batch, Block *out)
    {
        GridBlocks steps;
        float meanSquares[L::kWidth];
        L::store(F(Type::kMeanSquareFactor) * superBlockSquares<L>(batch.values) / F(256.0f), meanSquares);
        for (int k = 0; k < batch.count; ++k) {
            const int first = k * kSuperBlock;
            steps.weigh(batch.values + first, batch.weights ? batch.weights + first : nullptr, meanSquares[k], first);
            steps.splitSigns(batch.values + first, first, steps.m_fits[k].signs);
        }
        steps.findExtents(batch.count);
        for (int k = 0; k < batch.count; ++k)
            steps.fit(k, out[k]);
    }

private:
    void weigh(const float *values, const float *importance, float meanSquare, int first)
    {
        F largest = 0.0f;
        for (int i = 0; i < kSuperBlock; i += L::kWidth) {
            const F x = L::load(values + i);
            F w;
            if (importance)
                w = L::load(importance + i) * L::sqrt(F(meanSquare) + x * x);
            else if (Type::kWeights == GridWeights::SquareUnlessGiven)
                w = x * x;
            else if (Type::kWeights == GridWeights::ShiftedSquare)
                w = F(0.25f * meanSquare) + x * x;
            else
                w = L::sqrt(F(meanSquare) + x * x);
            L::store(w, m_w + first + i);
            const F root = L::sqrt(w);
            L::store(root, m_roots + first + i);
            largest = L::max(root, largest);
        }
        m_largestRoots[first / kSuperBlock] = -L::smallest(-largest);
    }

    /// Magnitudes and sign bits. Where the number of signs must be even, the weight that matters least keeps the wrong
    /// one and a negative magnitude.
    void splitSigns(const float *values, int first, unsigned char *signs)
    {
        for (int i = 0; i < kSuperBlock; ++i)
            m_x[first + i] = values[i] >= 0 ? values[i] : -values[i];
        for (int group = 0; group < kSuperBlock / 8; ++group) {
            const float *x = values + 8 * group;
            int bits = 0;
            for (int i = 0; i < 8; ++i)
                bits |= static_cast<int>(!(x[i] >= 0)) << i;
            if (Type::kEvenSigns) {
                if (__builtin_parity(static_cast<unsigned>(bits))) {
                    const int least = leastWeighty(x, m_w + first + 8 * group);
                    m_x[first + 8 * group + least] = -m_x[first + 8 * group + least];
                    bits ^= 1 << least;
                }
                bits &= 127;
            }
            signs[group] = static_cast<unsigned char>(bits);
        }
    }

    static int leastWeighty(const float *x, const float *w)
    {
        int found = 0;
        float least = w[0] * x[0] * x[0];
        for (int i = 1; i < 8; ++i) {
            const float weighty = w[i] * x[i] * x[i];
            found = weighty < least ? i : found;
            least = weighty < least ? weighty : least;
        }
        return found;
    }

    /// For each sub-block, a lane each, the largest magnitude or the first fit's counterpart of it.
    void findExtents(int count)
    {
        for (int sub = 0; sub < count * kSubs; sub += L::kWidth) {
            F x[kLength];
            L::loadColumns(m_x + sub * kLength, kLength, x);
            F largest = x[0], least = x[0];
            for (int i = 1; i < kLength; ++i) {
                largest = L::max(largest, x[i]);
                least = L::min(least, x[i]);
            }
            L::store(largest, m_largest + sub);
            L::store(L::max(largest, -least), m_magnitudes + sub);
            if constexpr (Type::kFirstFit) {
                F w[kLength];
                typename L::I codes[kLength];
                L::loadColumns(m_w + sub * kLength, kLength, w);
                L::store(searchPositiveScale<L, GridCodes<Type::kDims>::kLevels + 1>(x, w, codes), m_firstScales + sub);
            }
        }
    }

    void fit(int k, Block &out)
    {
        const Grid &points = grid(Type::kGrid);
        Fit &result = m_fits[k];
        for (int sub = 0; sub < kSubs; ++sub) {
            const int at = k * kSubs + sub;
            const float first = Type::kFirstFit ? m_firstScales[at] : m_largest[at] / Search::kTopValue;
            const float extent = Type::kFirstFit ? first * GridCodes<Type::kDims>::kLevels : m_largest[at];
            unsigned char *signs = result.signs + sub * kLength / 8;
            if (isEmpty(m_largest[at], extent)) {
                result.empty[sub] = true;
                __builtin_memset(signs, 0, kLength / 8);
                continue;
            }
            int codes[Search::kGroups];
            const int column = at * kLength;
            float scale =
                Search(points, m_x + column, m_w + column, m_roots + column, m_magnitudes[at], m_largestRoots[k])
                    .run(extent, first, codes);
            if (scale < 0) { // only rounding can cause it: what is stored is the scale without a sign
                scale = -scale;
                for (int i = 0; i < kLength / 8; ++i)
                    signs[i] = static_cast<unsigned char>(~signs[i] & (Type::kEvenSigns ? 127 : 255));
            }
            for (int group = 0; group < Search::kGroups; ++group)
                result.points[sub * Search::kGroups + group] =
                    points.places[GridCodes<Type::kDims>::place(codes[group])].index;
            result.scales[sub] = scale;
            result.largest = result.largest > scale ? result.largest : scale;
        }
        store(result, out);
    }

    static bool isEmpty(float largest, float extent)
    {
        if (Type::kFirstFit && extent <= 0)
            return true;
        return Type::kLeastMaximum == 0 ? largest == 0 : largest < Type::kLeastMaximum;
    }

    static void store(Fit &fit, Block &out)
    {
        if (fit.largest == 0) {
            if (!Type::kKeepsPoints)
                fit = Fit{};
            Type::pack(fit, 0, out);
            return;
        }
        const float scale = fit.largest / 31;
        const float inverse = 1 / scale;
        for (int sub = 0; sub < kSubs; ++sub) {
            const float level = 0.5f * (inverse * fit.scales[sub] - 1);
            fit.levels[sub] = static_cast<unsigned char>(L::One::clamp(L::One::nearestInt(level), 0, 15));
        }
        Type::pack(fit, halfFromFloat(scale * Type::kScaleFactor), out);
    }

    float m_x[kAll];     // magnitudes
    float m_w[kAll];     // weights of errors
    float m_roots[kAll]; // their square roots
    float m_largest[L::kWidth * kSubs], m_magnitudes[L::kWidth * kSubs], m_firstScales[L::kWidth * kSubs];
    float m_largestRoots[L::kWidth];
    Fit m_fits[L::kWidth];
};

/// The value, negative where bit i of `signs` is set.
inline float signedBy(int signs, int i, float value)
{
    return floatOf(bitsOf(value) ^ static_cast<uint32_t>(signs >> i & 1) << 31);
}

/// Sign bits of eight weights of which seven are stored.
inline int completeSigns(int seven) { return seven | __builtin_parity(static_cast<unsigned>(seven)) << 7; }

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
