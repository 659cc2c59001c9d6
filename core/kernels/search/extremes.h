// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Least, largest and largest in magnitude of N finite values a lane. The reference keeps the first of equals, which
// decides between 0 and -0 and between x and -x; reducing by halves does not, so such ties are looked up afterwards.

#pragma once

#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// pick(a, b) over all values, second half against first: short chains, and vector code on the scalar lane.
template <class L, int N, class Pick> SNUG_FN typename L::F reduceByHalves(const typename L::F (&x)[N], Pick pick)
{
    static_assert(N >= 8 && (N & (N - 1)) == 0);
    typename L::F best[N / 2];
    for (int i = 0; i < N / 2; ++i)
        best[i] = pick(x[i], x[i + N / 2]);
    for (int half = N / 4; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            best[i] = pick(best[i], best[i + half]);
    return best[0];
}

/// Largest magnitude of Length values a lane, lane k's being Length further on than lane k - 1's.
template <class L, int Length> SNUG_FN typename L::F peakOf(const float *values)
{
    using F = typename L::F;
    constexpr int kStep = Length < 32 ? Length : 32;
    F peak = 0.0f;
    for (int first = 0; first < Length; first += kStep) {
        F x[kStep];
        L::loadColumns(values + first, Length, x);
        for (F &value : x)
            value = L::abs(value);
        const F largest = reduceByHalves<L>(x, [](F a, F b) { return L::select(b > a, b, a); });
        peak = L::select(largest > peak, largest, peak);
    }
    return peak;
}

template <class L> struct Extreme
{
    typename L::F value, magnitude;
};

/// The first value of largest magnitude, with its sign; +0 when all are zero.
template <class L, int N> SNUG_FN Extreme<L> largestMagnitude(const typename L::F (&x)[N])
{
    using F = typename L::F;
    using M = typename L::M;
    const F least = reduceByHalves<L>(x, [](F a, F b) { return L::select(b < a, b, a); });
    const F largest = reduceByHalves<L>(x, [](F a, F b) { return L::select(b > a, b, a); });
    const M positive = largest > -least;
    const F magnitude = L::abs(L::select(positive, largest, least));
    F value = L::select(magnitude > F(0.0f), L::select(positive, largest, least), F(0.0f));
    const M tie = (largest == -least) & (magnitude > F(0.0f));
    if (L::any(tie))
        for (int i = N - 1; i >= 0; --i)
            value = L::select(tie & (L::abs(x[i]) == magnitude), x[i], value);
    return {value, magnitude};
}

/// The same one by one, passing over NaN: for scales that a search made, which overflow may spoil.
template <class L, int N> SNUG_FN Extreme<L> largestScale(const typename L::F (&scales)[N])
{
    Extreme<L> found{0.0f, 0.0f};
    for (const typename L::F &scale : scales) {
        const typename L::F magnitude = L::abs(scale);
        const typename L::M larger = magnitude > found.magnitude;
        found.magnitude = L::select(larger, magnitude, found.magnitude);
        found.value = L::select(larger, scale, found.value);
    }
    return found;
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
