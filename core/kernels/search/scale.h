// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale: values near scale * code, codes -Half .. Half - 1, weighted squared error.

#pragma once

#include "core/kernels/search/extremes.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Below this largest magnitude a group counts as all zero.
inline constexpr float kZeroGroup = 1e-15f;

template <class L> struct ScaleSums
{
    typename L::F withValue, squared; ///< sum of w x l, sum of w l l
};

/// The sums that decide a candidate: codes l are the values times `inverse`, rounded to even and clamped.
template <class L, int Half, int N>
SNUG_FN ScaleSums<L> sumScaleCandidate(const typename L::F (&x)[N], const typename L::F (&w)[N], typename L::F inverse)
{
    typename L::F code[N];
    for (int i = 0; i < N; ++i)
        code[i] = L::toFloat(L::clamp(L::nearestInt(inverse * x[i]), -Half, Half - 1));
    ScaleSums<L> sums{0.0f, 0.0f};
    for (int i = 0; i < N; ++i) {
        sums.withValue += w[i] * x[i] * code[i];
        sums.squared += w[i] * code[i] * code[i];
    }
    return sums;
}

/// Tries -Half / extreme and 18 neighbours of it; the first best wins. Gives the scale and codes 0 .. 2 * Half - 1
/// (value = scale * (code - Half)); for a group of zeros scale 0 and codes 0.
/// Source: make_qx_quants with rmse_type 1, ggml 0.25.1. The codes are made again from the winner instead of kept.
template <class L, int Half, int N>
SNUG_FN typename L::F searchScale(const typename L::F (&x)[N], const typename L::F (&w)[N], typename L::I (&codes)[N])
{
    using F = typename L::F;
    using M = typename L::M;
    const Extreme<L> extreme = largestMagnitude<L>(x);
    const M zeros = extreme.magnitude < F(kZeroGroup);

    F inverse = F(-Half) / extreme.value;
    ScaleSums<L> sums = sumScaleCandidate<L, Half>(x, w, inverse);
    F scale = L::select(sums.squared == F(0.0f), F(0.0f), sums.withValue / sums.squared);
    F best = scale * sums.withValue;
    for (int step = -9; step <= 9; ++step) {
        if (step == 0)
            continue;
        const F candidate = F(-(Half + 0.1f * static_cast<float>(step))) / extreme.value;
        sums = sumScaleCandidate<L, Half>(x, w, candidate);
        const M better = (sums.squared > F(0.0f)) & (sums.withValue * sums.withValue > best * sums.squared);
        if (!L::any(better))
            continue;
        inverse = L::select(better, candidate, inverse);
        scale = L::select(better, sums.withValue / sums.squared, scale);
        best = L::select(better, scale * sums.withValue, best);
    }

    for (int i = 0; i < N; ++i) {
        const typename L::I code = L::clamp(L::nearestInt(inverse * x[i]), -Half, Half - 1) + Half;
        codes[i] = L::select(zeros, typename L::I(0), code);
    }
    return L::select(zeros, F(0.0f), scale);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
