// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for a scale and a minimum: values near scale * code - minimum, codes 0 .. top, minimum >= 0, weighted error.

#pragma once

#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

template <class L> struct ScaleMinimum
{
    typename L::F scale, minimum;
};

/// One search over one group of N values a lane. Rule: kTop, the largest code; candidates are
/// (kFirst + kStep * i + kTop) / (high - low), i = 0 .. kSteps; kAbsoluteError: error |d| instead of d * d.
/// Each candidate's codes give a scale and offset by weighted least squares; the least error wins, the first of equals.
/// An accepted offset takes the place of `low` for all later candidates, in their range and in their codes.
/// Source: make_qkx2_quants and make_qkx3_quants, ggml 0.25.1.
template <class L, class Rule, int N> class ScaleMinimumSearch
{
    using F = typename L::F;
    using I = typename L::I;
    using M = typename L::M;

public:
    SNUG_FN ScaleMinimumSearch(const F (&values)[N], const F (&weights)[N]) : x(values), w(weights) {}

    /// Gives scale, minimum and codes. Where all values are equal and not above 0: scale 0, codes 0. (No candidate is
    /// solvable there, so `low` stays.)
    SNUG_FN ScaleMinimum<L> run(I (&codes)[N])
    {
        sumUp();
        const M flat = high <= low;

        inverse = F(static_cast<float>(Rule::kTop)) / (high - low);
        winnerLow = low;
        scale = F(1.0f) / inverse;
        makeCodes(inverse);
        error = errorOf(scale, low);
        for (int i = 0; i <= Rule::kSteps; ++i)
            tryCandidate(Rule::kFirst + Rule::kStep * static_cast<float>(i) + static_cast<float>(Rule::kTop));

        for (int i = 0; i < N; ++i)
            codes[i] = L::select(flat, I(0), codeOf(x[i], inverse, winnerLow));
        return {L::select(flat, F(0.0f), scale), -low};
    }

private:
    SNUG_FN void sumUp()
    {
        low = high = x[0];
        sumW = w[0];
        sumX = sumW * x[0];
        for (int i = 1; i < N; ++i) {
            low = L::select(x[i] < low, x[i], low);
            high = L::select(x[i] > high, x[i], high);
            sumW += w[i];
            sumX += w[i] * x[i];
        }
        low = L::select(low > F(0.0f), F(0.0f), low);
    }

    SNUG_FN static I codeOf(F value, F inverseScale, F offset)
    {
        return L::clamp(L::nearestInt(inverseScale * (value - offset)), 0, Rule::kTop);
    }

    SNUG_FN void makeCodes(F inverseScale)
    {
        for (int i = 0; i < N; ++i)
            code[i] = L::toFloat(codeOf(x[i], inverseScale, low));
    }

    SNUG_FN F errorOf(F fitScale, F fitLow) const
    {
        F sum = 0.0f;
        for (int i = 0; i < N; ++i) {
            const F difference = fitScale * code[i] + fitLow - x[i];
            sum += w[i] * (Rule::kAbsoluteError ? L::abs(difference) : difference * difference);
        }
        return sum;
    }

    SNUG_FN void tryCandidate(float range)
    {
        const F candidate = F(range) / (high - low);
        makeCodes(candidate);
        F sumL = 0.0f, sumLL = 0.0f, sumXL = 0.0f;
        for (int i = 0; i < N; ++i) {
            const F weighted = w[i] * code[i];
            sumL += weighted;
            sumLL += weighted * code[i];
            sumXL += weighted * x[i];
        }
        const F determinant = sumW * sumLL - sumL * sumL;
        const M solvable = determinant > F(0.0f);
        if (!L::any(solvable))
            return;
        F fitScale = (sumW * sumXL - sumX * sumL) / determinant;
        F fitLow = (sumLL * sumX - sumL * sumXL) / determinant;
        const M above = fitLow > F(0.0f);
        fitScale = L::select(above, sumXL / sumLL, fitScale);
        fitLow = L::select(above, F(0.0f), fitLow);

        const F fitError = errorOf(fitScale, fitLow);
        const M better = solvable & (fitError < error);
        if (L::any(better))
            accept(better, candidate, fitScale, fitLow, fitError);
    }

    SNUG_FN void accept(M better, F candidate, F fitScale, F fitLow, F fitError)
    {
        inverse = L::select(better, candidate, inverse);
        winnerLow = L::select(better, low, winnerLow);
        scale = L::select(better, fitScale, scale);
        low = L::select(better, fitLow, low);
        error = L::select(better, fitError, error);
    }

    const F (&x)[N];
    const F (&w)[N];
    F code[N];            // of the current candidate
    F low, high;          // low: offset of the best fit so far
    F sumW, sumX;         // sum of w, sum of w x
    F scale, error;       // of the best fit so far
    F inverse, winnerLow; // what the best fit's codes were made with
};

template <class L, class Rule, int N>
SNUG_FN ScaleMinimum<L> searchScaleMinimum(const typename L::F (&x)[N], const typename L::F (&w)[N],
                                           typename L::I (&codes)[N])
{
    return ScaleMinimumSearch<L, Rule, N>(x, w).run(codes);
}

/// The rule of every search with importance weights.
template <int Top> struct WeightedRule
{
    static constexpr int kTop = Top;
    static constexpr float kFirst = -0.9f;
    static constexpr float kStep = 0.05f;
    static constexpr int kSteps = 36;
    static constexpr bool kAbsoluteError = false;
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
