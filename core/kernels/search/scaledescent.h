// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale by moving single codes: values near scale * code, codes -Half .. Half - 1, weights x * x.

#pragma once

#include "core/kernels/search/scale.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Starts at -Half / extreme and moves each code to the best one for the others' scale, in at most five sweeps. A lane
/// that has settled is not changed by the further sweeps of its neighbours. Gives the scale and codes
/// 0 .. 2 * Half - 1; for a group of zeros scale 0 and codes 0. Source: make_q3_quants with do_rmse, ggml 0.25.1.
template <class L, int Half, int N> class ScaleDescent
{
    using F = typename L::F;
    using I = typename L::I;
    using M = typename L::M;

public:
    SNUG_FN explicit ScaleDescent(const F (&values)[N]) : x(values) {}

    SNUG_FN F run(I (&result)[N])
    {
        const Extreme<L> extreme = largestMagnitude<L>(x);
        const M zeros = extreme.magnitude < F(kZeroGroup);
        start(F(static_cast<float>(-Half)) / extreme.value);
        for (int sweep = 0; sweep < 5 && improve(); ++sweep)
            continue;
        for (int i = 0; i < N; ++i)
            result[i] = L::select(zeros, I(0), codes[i] + I(Half));
        const F scale = L::select(sumLL > F(0.0f), sumXL / sumLL, F(0.0f));
        return L::select(zeros, F(0.0f), scale);
    }

private:
    SNUG_FN void start(F inverse)
    {
        sumXL = sumLL = F(0.0f);
        for (int i = 0; i < N; ++i) {
            codes[i] = L::clamp(L::nearestInt(inverse * x[i]), -Half, Half - 1);
            const F w = x[i] * x[i];
            const F level = L::toFloat(codes[i]);
            sumXL += w * x[i] * level;
            sumLL += w * level * level;
        }
    }

    /// One sweep over all codes; false when it changed none.
    SNUG_FN bool improve()
    {
        bool changed = false;
        for (int i = 0; i < N; ++i) {
            const F w = x[i] * x[i];
            const F level = L::toFloat(codes[i]);
            F withoutXL = sumXL - w * x[i] * level;
            F withoutLL = sumLL - w * level * level;
            const I code = L::clamp(L::nearestInt(x[i] * withoutLL / withoutXL), -Half, Half - 1);
            const M candidate = (withoutXL > F(0.0f)) & L::differ(code, codes[i]);
            if (!L::any(candidate))
                continue;
            const F newLevel = L::toFloat(code);
            withoutXL += w * x[i] * newLevel;
            withoutLL += w * newLevel * newLevel;
            const M better =
                candidate & (withoutLL > F(0.0f)) & (withoutXL * withoutXL * sumLL > sumXL * sumXL * withoutLL);
            if (!L::any(better))
                continue;
            changed = true;
            codes[i] = L::select(better, code, codes[i]);
            sumXL = L::select(better, withoutXL, sumXL);
            sumLL = L::select(better, withoutLL, sumLL);
        }
        return changed;
    }

    const F (&x)[N];
    I codes[N];
    F sumXL, sumLL; // sum of w x l, sum of w l l
};

template <class L, int Half, int N>
SNUG_FN typename L::F descendScale(const typename L::F (&x)[N], typename L::I (&codes)[N])
{
    return ScaleDescent<L, Half, N>(x).run(codes);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
