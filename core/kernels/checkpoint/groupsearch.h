// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The scale (and zero) of least squared error for a group of integer codes. A lane is a candidate, sixteen are tried
// together, so that every sum runs over the weights in order whatever the instruction set.

#pragma once

#include "core/kernels/checkpoint/grouprange.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Candidates of one pass over a group, as stored. `first` and `second` say how each came about (see GroupSearch).
struct GroupTries
{
    static constexpr int kCount = 16;

    ScaleZeros<kCount> at;
    float first[kCount];
    float second[kCount];
};

/// errors[k] = sum over the weights of (weight / scale - nearest level)^2, in units of the candidate's step.
template <class L>
void tryScales(const float *values, long long count, const GroupTries &tries, const IntegerLevels &levels,
               float (&errors)[GroupTries::kCount])
{
    using F = typename L::F;
    constexpr int kVectors = GroupTries::kCount / L::kWidth;
    constexpr int kTogether = kVectors < 2 ? kVectors : 2; // two chains of sums, and few enough registers
    constexpr long long kStretch = 256;                    // sums of sums: rows of any length keep their precision
    float factor[GroupTries::kCount], low[GroupTries::kCount], high[GroupTries::kCount];
    for (int k = 0; k < GroupTries::kCount; ++k) {
        factor[k] = 1.0f / tries.at.scale[k];
        low[k] = -tries.at.zero[k];
        high[k] = levels.largest - tries.at.zero[k];
        errors[k] = 0.0f;
    }
    const F magic(12582912.0f); // adding and taking it away rounds to the nearest whole number
    for (long long begin = 0; begin < count; begin += kStretch) {
        const long long end = begin + kStretch < count ? begin + kStretch : count;
        for (int at = 0; at < GroupTries::kCount; at += kTogether * L::kWidth) {
            F f[kTogether], least[kTogether], most[kTogether], sum[kTogether];
            for (int v = 0; v < kTogether; ++v) {
                f[v] = L::load(factor + at + v * L::kWidth);
                least[v] = L::load(low + at + v * L::kWidth);
                most[v] = L::load(high + at + v * L::kWidth);
                sum[v] = F(0.0f);
            }
            for (long long i = begin; i < end; ++i)
                for (int v = 0; v < kTogether; ++v) {
                    const F exact = F(values[i]) * f[v];
                    const F level = (L::max(L::min(exact, most[v]), least[v]) + magic) - magic;
                    const F error = exact - level;
                    sum[v] += error * error;
                }
            for (int v = 0; v < kTogether; ++v)
                L::store(L::load(errors + at + v * L::kWidth) + sum[v], errors + at + v * L::kWidth);
        }
    }
}

/// Two passes of sixteen: a coarse grid and a fine one about its best; coarse ones further down where the best
/// is the narrowest, and in long rows, whose outliers may be worth cutting off. Grids were chosen on Gaussian, Student
/// and outlier weights: the sum of errors lies within 0.1 percent of what 61 x 2 scales (symmetric) or 23 x 23 ends
/// (asymmetric) reach, at groups of 32 within 0.5 percent. Scales are factors of the one from the extremes; of both
/// signs, since a negative one gives the lone lowest code to the other side. Asymmetric: factors of the two ends.
template <class L> class GroupSearch
{
    static constexpr int kTries = GroupTries::kCount;
    static constexpr int kMostGrids = 3;

public:
    GroupSearch(const float *values, long long count, const GroupRange &range, const IntegerCoding &coding)
        : m_values(values), m_count(count), m_range(range), m_coding(coding), m_levels(coding)
    {
    }

    /// `start` comes from the extremes, finite and not 0; it stays unless the best is better beyond all rounding.
    ScaleZeros<1> find(const ScaleZeros<1> &start)
    {
        m_unit = start.scale[0];
        m_best = {__builtin_inff(), start, 1.0f, 1.0f, 0};
        m_startError = -1.0f;
        if (m_coding.symmetric)
            searchScales();
        else
            searchEnds();
        // Sums are right to 1e-4 of themselves, single errors to about 1e-6 of a step: below 1e-8 a weight nothing
        // can be said, nor where 1 / scale is infinite.
        const float certain = 0.999f * m_startError - 1e-8f * static_cast<float>(m_count);
        return m_best.error < certain && certain < __builtin_inff() ? m_best.found : start;
    }

private:
    struct Best
    {
        float error; ///< in units of the start's step
        ScaleZeros<1> found;
        float first, second;
        int index;
    };

    /// Whether one of them is the best so far. Lane 0 of the very first pass is the start.
    bool tryAll()
    {
        float errors[kTries];
        for (int k = 0; k < kTries; ++k) // a scale that rounds to zero is none
            m_tries.at.scale[k] = m_tries.at.scale[k] == 0.0f ? m_unit : m_tries.at.scale[k];
        tryScales<L>(m_values, m_count, m_tries, m_levels, errors);
        for (int k = 0; k < kTries; ++k) {
            const float steps = m_tries.at.scale[k] / m_unit;
            errors[k] *= steps * steps;
        }
        if (m_startError < 0.0f)
            m_startError = errors[0];
        bool better = false;
        for (int k = 0; k < kTries; ++k)
            if (errors[k] < m_best.error) {
                m_best = {
                    errors[k], {{m_tries.at.scale[k]}, {m_tries.at.zero[k]}}, m_tries.first[k], m_tries.second[k], k};
                better = true;
            }
        return better;
    }

    /// Errors need not fall steadily from the extremes to where the best is.
    bool isLong() const { return m_count > 1024; }

    // Symmetric: `first` is the factor with its sign.

    float narrowestFactor() const { return m_coding.bits == 2 ? 0.3f : m_coding.bits == 3 ? 0.45f : 0.55f; }

    void tryFactors()
    {
        const float whole = peakOf(m_range) / (0.5f * m_levels.largest);
        for (int k = 0; k < kTries; ++k) {
            m_tries.at.scale[k] = whole * m_tries.first[k];
            m_tries.at.zero[k] = m_levels.half;
            m_tries.second[k] = 0.0f;
        }
        roundScales(m_coding.scaleFormat, m_tries.at.scale);
    }

    /// Lanes 1 .. 14; with both signs there are half as many factors.
    float factorGrid(float low, float high)
    {
        const int signs = m_coding.positiveScales ? 1 : 2;
        const float step = (high - low) / static_cast<float>(14 / signs - 1);
        for (int k = 0; k < 14; ++k) {
            const float factor = low + step * static_cast<float>(k / signs);
            m_tries.first[k + 1] = signs == 2 && k % 2 == 1 ? -factor : factor;
        }
        return step;
    }

    void searchScales()
    {
        const bool turned = !m_coding.positiveScales && m_range.largest > -m_range.least;
        const float lowest =
            m_coding.positiveScales && m_range.largest > -m_range.least ? m_levels.half - 1.0f : m_levels.half;
        m_tries.first[0] = 1.0f;
        m_tries.first[kTries - 1] = (turned ? -0.5f : 0.5f) * m_levels.largest / lowest; // nothing cut off
        float low = narrowestFactor();
        float step = factorGrid(low, 1.07f);
        tryFactors();
        tryAll();
        for (int grid = 1; grid < kMostGrids && (isLong() || ScalarLane::abs(m_best.first) <= low); ++grid) {
            low *= 0.4f;
            step = factorGrid(low, low * 2.3f);
            tryFactors();
            tryAll();
        }
        const float centre = m_best.first;
        for (int k = 0; k < kTries; ++k)
            m_tries.first[k] = centre + step * 0.125f * static_cast<float>(k < 8 ? k - 8 : k - 7);
        tryFactors();
        tryAll();
    }

    // Asymmetric: `first` and `second` are the factors of the least and the largest value.

    void tryEnds()
    {
        float least[kTries], largest[kTries];
        for (int k = 0; k < kTries; ++k) {
            least[k] = m_range.least * m_tries.first[k];
            largest[k] = m_range.largest * m_tries.second[k];
        }
        scalesFromEnds(least, largest, m_levels, m_coding.scaleFormat, m_tries.at);
    }

    void searchEnds()
    {
        const float step = m_coding.bits == 2 ? 0.2f : m_coding.bits == 3 ? 0.15f : 0.1f;
        float first = 1.0f, second = 1.0f;
        for (int grid = 0; grid < kMostGrids; ++grid) {
            for (int k = 0; k < kTries; ++k) {
                m_tries.first[k] = first * (1.0f - step * static_cast<float>(k / 4));
                m_tries.second[k] = second * (1.0f - step * static_cast<float>(k % 4));
            }
            tryEnds();
            const bool better = tryAll();
            const bool narrowFirst = isLong() || (better && m_best.index / 4 == 3);
            const bool narrowSecond = isLong() || (better && m_best.index % 4 == 3);
            if (!narrowFirst && !narrowSecond)
                break;
            first *= narrowFirst ? 0.6f : 1.0f;
            second *= narrowSecond ? 0.6f : 1.0f;
        }
        constexpr float kOffsets[4] = {-0.5f, -0.2f, 0.2f, 0.5f};
        const Best centre = m_best;
        for (int k = 0; k < kTries; ++k) {
            m_tries.first[k] = centre.first + step * kOffsets[k / 4];
            m_tries.second[k] = centre.second + step * kOffsets[k % 4];
        }
        tryEnds();
        tryAll();
    }

    const float *m_values;
    long long m_count;
    GroupRange m_range;
    IntegerCoding m_coding;
    IntegerLevels m_levels;
    GroupTries m_tries;
    float m_unit = 1.0f;
    float m_startError = 0.0f;
    Best m_best{};
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
