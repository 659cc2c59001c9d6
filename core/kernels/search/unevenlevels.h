// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The 16 uneven levels of IQ4_NL and IQ4_XS: the nearest one to a number, and the search for a scale.

#pragma once

#include "core/kernels/search/scale.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Source: GGUF types IQ4_NL and IQ4_XS, ggml 0.25.1.
SNUG_TABLE signed char kUnevenLevels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

/// Where level `code` begins: midway from the level below, which is exact in a float and belongs to the upper one. The
/// reference's search for the nearest level is a step function with these very steps, so that counting the steps at
/// or below a number finds the same level without a branch. A NaN gets level 0.
SNUG_FN constexpr float unevenStep(int code)
{
    return 0.5f * static_cast<float>(kUnevenLevels[code - 1] + kUnevenLevels[code]);
}

/// Code 0 .. 15 of the level nearest to x.
template <class L> SNUG_FN typename L::I unevenCode(typename L::F x)
{
    using I = typename L::I;
    I code = 0;
    for (int i = 1; i < 16; ++i)
        code = code + L::keep(x >= typename L::F(unevenStep(i)), I(1));
    return code;
}

/// The level nearest to x. Sums of levels are whole numbers, so the way to them does not matter.
template <class L> SNUG_FN typename L::F unevenLevel(typename L::F x)
{
    using F = typename L::F;
    F level = static_cast<float>(kUnevenLevels[0]);
    for (int i = 1; i < 16; ++i) {
        const F rise = static_cast<float>(kUnevenLevels[i] - kUnevenLevels[i - 1]);
        level += L::keep(x >= F(unevenStep(i)), rise);
    }
    return level;
}

template <class L, int N>
SNUG_FN ScaleSums<L> sumUnevenCandidate(const typename L::F (&x)[N], const typename L::F (&w)[N], typename L::F inverse)
{
    typename L::F level[N];
    for (int i = 0; i < N; ++i)
        level[i] = unevenLevel<L>(inverse * x[i]);
    ScaleSums<L> sums{0.0f, 0.0f};
    for (int i = 0; i < N; ++i) {
        const typename L::F weighted = w[i] * level[i];
        sums.withValue += weighted * x[i];
        sums.squared += weighted * level[i];
    }
    return sums;
}

/// Tries the scale that puts the value of largest magnitude on level 127, were there one, and 15 that put it on
/// -134 .. -120; the first best wins. Gives the scale; 0 for a group of zeros.
/// Source: the search of IQ4_NL with seven tries to each side, ggml 0.25.1.
template <class L, int N>
SNUG_FN typename L::F searchUnevenScale(const typename L::F (&x)[N], const typename L::F (&w)[N])
{
    using F = typename L::F;
    using M = typename L::M;
    constexpr int kTries = 7;
    const Extreme<L> extreme = largestMagnitude<L>(x);

    ScaleSums<L> sums = sumUnevenCandidate<L>(x, w, F(1.0f) / (extreme.value / F(127.0f)));
    F scale = L::select(sums.squared > F(0.0f), sums.withValue / sums.squared, F(0.0f));
    F best = scale * sums.withValue;
    for (int step = -kTries; step <= kTries; ++step) {
        sums = sumUnevenCandidate<L>(x, w, F(static_cast<float>(step + kUnevenLevels[0])) / extreme.value);
        const M better = (sums.squared > F(0.0f)) & (sums.withValue * sums.withValue > best * sums.squared);
        if (!L::any(better))
            continue;
        scale = L::select(better, sums.withValue / sums.squared, scale);
        best = L::select(better, scale * sums.withValue, best);
    }
    return L::select(extreme.magnitude < F(kZeroGroup), F(0.0f), scale);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
