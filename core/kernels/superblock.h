// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the K types share: super-blocks of 256 weights whose sub-blocks have scales (and minimums) of a few bits.
// Three steps: fit every sub-block (a lane each), bring a super-block's scales to a few bits (a lane a super-block),
// then quantize the weights again with the scales as stored.

#pragma once

#include "core/kernels/floatbits.h"
#include "core/kernels/lanes/neighbours.h"
#include "core/kernels/layouts.h"
#include "core/kernels/row.h"
#include "core/kernels/search/scaleminimum.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

inline constexpr int kSuperBlock = 256;

/// Scale and minimum of every sub-block of a batch, in order, and the sum of its weights.
template <class L, int Subs> struct SubBlockFits
{
    float scales[L::kWidth * Subs];
    float minimums[L::kWidth * Subs];
    float weightSums[L::kWidth * Subs]; ///< only with importance weights
};

/// The same in a few bits (as bytes), with each super-block's own scale and minimum.
template <class L, int Subs> struct SubBlockLevels
{
    unsigned char scales[L::kWidth * Subs];
    unsigned char minimums[L::kWidth * Subs];
    float scale[L::kWidth];
    float minimum[L::kWidth];
};

/// A super-block's levels as numbers, as read back from its bytes.
struct StoredLevels
{
    signed char scales[16];
    signed char minimums[16];
    float scale, minimum; ///< the stored halves
};

/// Sum of x * x over each super-block of the batch, in index order.
template <class L> SNUG_FN typename L::F superBlockSquares(const float *values)
{
    typename L::F sum = 0.0f;
    for (int first = 0; first < kSuperBlock; first += 32) {
        typename L::F x[32];
        L::loadColumns(values + first, kSuperBlock, x);
        for (int i = 0; i < 32; ++i)
            sum += x[i] * x[i];
    }
    return sum;
}

/// The three steps over one batch. Type has kSubLength, kLeastCode and kLargestCode (codes are stored from 0),
/// kMeanSquareFactor (0: the importance weights are used as they are), fit, fitWeighted, levels, levelsWeighted,
/// packLevels, unpackLevels, packCodes and unpackCodes.
template <class L, class Type> class SuperBlocks
{
    using F = typename L::F;
    using Block = typename Type::Block;
    static constexpr int kLength = Type::kSubLength;
    static constexpr int kSubs = kSuperBlock / kLength;

public:
    SNUG_FN static void quantize(const Batch &batch, Block *out)
    {
        SuperBlocks steps;
        const int groups = (batch.count * kSubs + L::kWidth - 1) / L::kWidth;
        steps.fitAll(batch, groups);
        if (batch.weights)
            makeLevels<true>(steps.m_fits, batch.count, out);
        else
            makeLevels<false>(steps.m_fits, batch.count, out);
        steps.quantizeAgain(groups);
        for (int k = 0; k < batch.count; ++k)
            Type::packCodes(steps.m_bytes + kSuperBlock * k, out[k]);
    }

    // The steps one by one, for CUDA threads that share the work on a super-block.

    /// What the importance weights of a super-block are scaled with, from the sum of squares of its values.
    SNUG_FN static F meanSquareOf(F squares) { return F(Type::kMeanSquareFactor) * squares / F(256.0f); }

    /// Fit of one sub-block a lane, with the importance weights from `weights` on; their sums go to `weightSums`.
    SNUG_FN static ScaleMinimum<L> fitWeighted(const F (&x)[kLength], const float *weights, F meanSquare,
                                               float *weightSums, typename L::I (&codes)[kLength])
    {
        F w[kLength];
        L::loadColumns(weights, kLength, w);
        if (Type::kMeanSquareFactor != 0.0f)
            scaleWeights(meanSquare, x, w);
        L::store(sumOf(w), weightSums);
        return Type::template fitWeighted<L>(x, w, codes);
    }

    /// Writes the levels of `count` super-blocks to `out`. The fits become what is read back from there.
    template <bool Weighted> SNUG_FN static void makeLevels(SubBlockFits<L, kSubs> &fits, int count, Block *out)
    {
        SubBlockLevels<L, kSubs> levels;
        if constexpr (Weighted)
            Type::template levelsWeighted<L>(fits, levels);
        else
            Type::template levels<L>(fits, levels);
        for (int k = 0; k < count; ++k) {
            Type::packLevels(levels.scales + k * kSubs, levels.minimums + k * kSubs, halfFromFloat(levels.scale[k]),
                             halfFromFloat(levels.minimum[k]), out[k]);
            const StoredLevels stored = Type::unpackLevels(out[k]);
            for (int j = 0; j < kSubs; ++j) {
                fits.scales[k * kSubs + j] = stored.scale * static_cast<float>(stored.scales[j]);
                fits.minimums[k * kSubs + j] = stored.minimum * static_cast<float>(stored.minimums[j]);
            }
        }
    }

    /// Codes of one sub-block a lane, from 0, with the scales as stored. Where one is zero the codes of the fit stay.
    SNUG_FN static void makeCodes(const F (&x)[kLength], F scale, F minimum, typename L::I (&codes)[kLength])
    {
        const typename L::M keep = scale == F(0.0f);
        for (int i = 0; i < kLength; ++i) {
            const typename L::I nearest = L::nearestInt((x[i] + minimum) / scale);
            const typename L::I code = L::clamp(nearest, Type::kLeastCode, Type::kLargestCode);
            codes[i] = L::select(keep, codes[i], code + typename L::I(-Type::kLeastCode));
        }
    }

private:
    /// Group g holds sub-blocks g * lanes .. of the batch, one a lane.
    SNUG_FN void fitAll(const Batch &batch, int groups)
    {
        float meanSquares[L::kWidth * kSubs];
        if (batch.weights && Type::kMeanSquareFactor != 0.0f)
            spreadMeanSquares(batch.values, meanSquares);
        for (int g = 0; g < groups; ++g) {
            const int sub = g * L::kWidth;
            L::loadColumns(batch.values + sub * kLength, kLength, m_x[g]);
            ScaleMinimum<L> fit;
            if (batch.weights) {
                const F meanSquare = Type::kMeanSquareFactor != 0.0f ? L::load(meanSquares + sub) : F(0.0f);
                fit =
                    fitWeighted(m_x[g], batch.weights + sub * kLength, meanSquare, m_fits.weightSums + sub, m_codes[g]);
            } else {
                fit = Type::template fit<L>(m_x[g], m_codes[g]);
            }
            L::store(fit.scale, m_fits.scales + sub);
            L::store(fit.minimum, m_fits.minimums + sub);
        }
    }

    SNUG_FN static void spreadMeanSquares(const float *values, float *meanSquares)
    {
        float perBlock[L::kWidth];
        L::store(meanSquareOf(superBlockSquares<L>(values)), perBlock);
        for (int j = 0; j < L::kWidth * kSubs; ++j)
            meanSquares[j] = perBlock[j / kSubs];
    }

    SNUG_FN static void scaleWeights(F meanSquare, const F (&x)[kLength], F (&w)[kLength])
    {
        for (int i = 0; i < kLength; ++i)
            w[i] = w[i] * L::sqrt(meanSquare + x[i] * x[i]);
    }

    SNUG_FN static F sumOf(const F (&w)[kLength])
    {
        F sum = 0.0f;
        for (const F &weight : w)
            sum += weight;
        return sum;
    }

    SNUG_FN void quantizeAgain(int groups)
    {
        for (int g = 0; g < groups; ++g) {
            makeCodes(m_x[g], L::load(m_fits.scales + g * L::kWidth), L::load(m_fits.minimums + g * L::kWidth),
                      m_codes[g]);
            L::storeColumns(m_codes[g], m_bytes + g * L::kWidth * kLength, kLength);
        }
    }

    F m_x[kSubs][kLength];
    typename L::I m_codes[kSubs][kLength];
    SubBlockFits<L, kSubs> m_fits = {};
    unsigned char m_bytes[L::kWidth * kSuperBlock];
};

/// value = scale * code - minimum, scale and minimum being products of the stored half and the sub-block's level.
/// A type whose codes go below zero has no minimums.
template <class L, class Type, class Out>
SNUG_INLINE void dequantizeSuperBlock(const typename Type::Block &block, Out values)
{
    using V = Neighbours<L>;
    constexpr int kLength = Type::kSubLength, kSubs = kSuperBlock / kLength;
    unsigned char codes[kSuperBlock];
    Type::unpackCodes(block, codes);
    const StoredLevels levels = Type::unpackLevels(block);
    float scales[16], minimums[16];
    for (int j = 0; j < kSubs; j += V::kCount) {
        V::store(V::toFloat(V::loadSignedBytes(levels.scales + j)) * typename V::F(levels.scale), scales + j);
        if constexpr (Type::kLeastCode == 0)
            V::store(V::toFloat(V::loadSignedBytes(levels.minimums + j)) * typename V::F(levels.minimum), minimums + j);
    }
    for (int j = 0; j < kSubs; ++j)
        expandCodes<L, kLength>(codes + kLength * j, values + kLength * j, [&](auto code) {
            if constexpr (Type::kLeastCode == 0)
                return V::toFloat(code) * typename V::F(scales[j]) - typename V::F(minimums[j]);
            else
                return V::toFloat(code + typename V::I(Type::kLeastCode)) * typename V::F(scales[j]);
        });
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
