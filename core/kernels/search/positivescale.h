// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Search for one scale of numbers that are not negative: the scales and minimums of a super-block's sub-blocks.

#pragma once

#include "core/kernels/search/scale.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// One search over N numbers a lane, codes 0 .. Top. Tries Top / largest and eight neighbours by weighted squared
/// error, then moves single codes while that brings x and scale * code nearer to parallel, in at most five sweeps. A
/// code is kept in a byte: a negative number, which only rounding can cause, wraps as it does in the reference. Source:
/// make_qp_quants, ggml 0.25.1.
template <class L, int Top, int N> class PositiveScaleSearch
{
    using F = typename L::F;
    using I = typename L::I;
    using M = typename L::M;

public:
    SNUG_FN PositiveScaleSearch(const F (&values)[N], const F (&weights)[N], I (&result)[N])
        : x(values), w(weights), codes(result)
    {
    }

    /// Gives the scale; 0 with codes 0 where nothing reaches kZeroGroup.
    SNUG_FN F run()
    {
        F largest = 0.0f;
        for (int i = 0; i < N; ++i)
            largest = L::select(largest > x[i], largest, x[i]);
        const M zeros = largest < F(kZeroGroup);

        const F inverse = bestInverse(largest);
        sumXL = sumLL = F(0.0f);
        for (int i = 0; i < N; ++i) {
            const I code = codeOf(inverse * x[i]);
            codes[i] = code & I(255);
            const F level = L::toFloat(code);
            sumXL += w[i] * x[i] * level;
            sumLL += w[i] * level * level;
        }
        for (int sweep = 0; sweep < 5 && improve(); ++sweep)
            continue;

        for (int i = 0; i < N; ++i)
            codes[i] = L::select(zeros, I(0), codes[i]);
        const F scale = L::select(sumLL > F(0.0f), sumXL / sumLL, F(0.0f));
        return L::select(zeros, F(0.0f), scale);
    }

private:
    SNUG_FN static I codeOf(F quotient)
    {
        constexpr int kNoLimit = -0x00400000; // nearestInt() gives nothing below it
        return L::clamp(L::nearestInt(quotient), kNoLimit, Top);
    }

    SNUG_FN F bestInverse(F largest) const
    {
        F best = F(static_cast<float>(Top)) / largest;
        F bestError = 0.0f;
        const F firstScale = F(1.0f) / best;
        for (int i = 0; i < N; ++i)
            bestError += errorOf(i, firstScale * L::toFloat(L::nearestInt(best * x[i]) & I(255)));
        for (int step = -4; step <= 4; ++step) {
            if (step == 0)
                continue;
            const F candidate = F(0.1f * static_cast<float>(step) + static_cast<float>(Top)) / largest;
            const F scale = F(1.0f) / candidate;
            F error = 0.0f;
            for (int i = 0; i < N; ++i)
                error += errorOf(i, scale * L::toFloat(codeOf(candidate * x[i])));
            const M better = error < bestError;
            bestError = L::select(better, error, bestError);
            best = L::select(better, candidate, best);
        }
        return best;
    }

    SNUG_FN F errorOf(int i, F approximation) const
    {
        const F difference = x[i] - approximation;
        return w[i] * difference * difference;
    }

    /// One sweep over all codes; false when it changed none.
    SNUG_FN bool improve()
    {
        bool changed = false;
        for (int i = 0; i < N; ++i) {
            const F level = L::toFloat(codes[i]);
            F withoutXL = sumXL - w[i] * x[i] * level;
            F withoutLL = sumLL - w[i] * level * level;
            const M solvable = (withoutXL > F(0.0f)) & (withoutLL > F(0.0f));
            const I code = codeOf(x[i] * withoutLL / withoutXL);
            const F newLevel = L::toFloat(code);
            withoutXL += w[i] * x[i] * newLevel;
            withoutLL += w[i] * newLevel * newLevel;
            const M better =
                solvable & L::differ(code, codes[i]) & (withoutXL * withoutXL * sumLL > sumXL * sumXL * withoutLL);
            if (!L::any(better))
                continue;
            changed = true;
            codes[i] = L::select(better, code & I(255), codes[i]);
            sumXL = L::select(better, withoutXL, sumXL);
            sumLL = L::select(better, withoutLL, sumLL);
        }
        return changed;
    }

    const F (&x)[N];
    const F (&w)[N];
    I (&codes)[N];
    F sumXL, sumLL; // sum of w x l, sum of w l l
};

template <class L, int Top, int N>
SNUG_FN typename L::F searchPositiveScale(const typename L::F (&x)[N], const typename L::F (&w)[N],
                                          typename L::I (&codes)[N])
{
    return PositiveScaleSearch<L, Top, N>(x, w, codes).run();
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
