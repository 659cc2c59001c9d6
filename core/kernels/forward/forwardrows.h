// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernels of forwardkernels.h on one lane type. Sources in sets/ make one table each.

#pragma once

#include "core/kernels/forward/exponential.h"
#include "core/kernels/forward/forwardkernels.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

extern const ForwardKernels kForwardKernels;

/// Rows in batches of a value a lane; the last batch is done over copies padded with zeros.
template <class L> struct ForwardRows
{
    using F = typename L::F;
    using Row = const float *;
    static constexpr int kWidth = L::kWidth;
    static constexpr float kInfinity = __builtin_inff();

    /// A batch of fewer values than lanes.
    struct Padded
    {
        float at[kWidth];
        Padded(Row from, long long count, float filler = 0.0f)
        {
            for (int k = 0; k < kWidth; ++k)
                at[k] = k < count ? from[k] : filler;
        }
        F load() const { return L::load(at); }
    };

    static void storeSome(F value, float *to, long long count)
    {
        float all[kWidth];
        L::store(value, all);
        for (long long k = 0; k < count; ++k)
            to[k] = all[k];
    }

    /// out[i] = function(a[i])
    template <class Function> static void map(Row a, float *out, long long count, Function function)
    {
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth)
            L::store(function(L::load(a + i)), out + i);
        if (i < count)
            storeSome(function(Padded(a + i, count - i).load()), out + i, count - i);
    }

    /// out[i] = function(a[i], b[i])
    template <class Function> static void map(Row a, Row b, float *out, long long count, Function function)
    {
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth)
            L::store(function(L::load(a + i), L::load(b + i)), out + i);
        if (i < count)
            storeSome(function(Padded(a + i, count - i).load(), Padded(b + i, count - i).load()), out + i, count - i);
    }

    static float sumOf(F value)
    {
        float all[kWidth];
        L::store(value, all);
        float sum = 0;
        for (float lane : all)
            sum += lane;
        return sum;
    }

    static float maximum(Row values, long long count)
    {
        F most(-kInfinity);
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth)
            most = L::max(L::load(values + i), most);
        if (i < count)
            most = L::max(Padded(values + i, count - i, -kInfinity).load(), most);
        return -L::smallest(-most);
    }

    /// -infinity of values that are -infinity or none, NaN if any is.
    static float sumOfAll(Row values, long long count)
    {
        float sum = -kInfinity;
        for (long long i = 0; i < count; ++i)
            sum += values[i];
        return sum;
    }

    static void softmax(float *values, long long count, float sink)
    {
        const float own = maximum(values, count), most = own > sink ? own : sink;
        F sums(0.0f);
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth) {
            const F value = exponential<L>(L::load(values + i) - F(most));
            L::store(value, values + i);
            sums += value;
        }
        if (i < count) {
            const F value = exponential<L>(Padded(values + i, count - i, -kInfinity).load() - F(most));
            storeSome(value, values + i, count - i);
            sums += value;
        }
        float atSink[kWidth];
        L::store(exponential<L>(F(sink - most)), atSink);
        const float factor = 1.0f / (sumOf(sums) + atSink[0]);
        map(values, values, count, [&](F value) { return value * F(factor); });
    }

    /// Sums of at most this many values, 16 a lane, are float: long ones lose bits.
    static constexpr long long kStretch = 16 * kWidth;
    static constexpr float kLeastLogShare = -16.0f; ///< smaller shares are left out of a divergence, as llama.cpp does

    static double logSumExp(Row values, long long count)
    {
        const float most = maximum(values, count);
        if (most == -kInfinity) // nothing is larger, or NaN is
            return static_cast<double>(sumOfAll(values, count));
        double sum = 0;
        for (long long first = 0; first < count; first += kStretch) {
            const long long end = first + kStretch < count ? first + kStretch : count;
            F sums(0.0f);
            long long i = first;
            for (; i + kWidth <= end; i += kWidth)
                sums += exponential<L>(L::load(values + i) - F(most));
            if (i < end)
                sums += exponential<L>(Padded(values + i, end - i, -kInfinity).load() - F(most));
            sum += static_cast<double>(sumOf(sums));
        }
        return static_cast<double>(most) + __builtin_log(sum);
    }

    /// Where a value that large first stands; 0 where all are NaN or none.
    static long long largest(Row values, long long count)
    {
        const float most = maximum(values, count);
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth)
            if (L::any(L::load(values + i) == F(most)))
                break;
        while (i < count && !(values[i] == most))
            ++i;
        return i < count ? i : 0;
    }

    /// p (log p - log q) of a batch. base - other first: where the two are close, floats take that without rounding.
    static F shareOfDivergence(F base, F other, float baseSum, float apart)
    {
        const F logShare = base - F(baseSum);
        const auto counts = logShare > F(kLeastLogShare);
        if (!L::any(counts))
            return F(0.0f);
        return L::keep(counts, exponential<L>(logShare) * (base - other - F(apart)));
    }

    static double divergence(Row base, double baseSum, Row other, double otherSum, long long count)
    {
        if (!(baseSum == baseSum) || !(otherSum == otherSum))
            return baseSum + otherSum;
        const auto logBase = static_cast<float>(baseSum), apart = static_cast<float>(baseSum - otherSum);
        double sum = 0;
        for (long long first = 0; first < count; first += kStretch) {
            const long long end = first + kStretch < count ? first + kStretch : count;
            F sums(0.0f);
            long long i = first;
            for (; i + kWidth <= end; i += kWidth)
                sums += shareOfDivergence(L::load(base + i), L::load(other + i), logBase, apart);
            if (i < end)
                sums += shareOfDivergence(Padded(base + i, end - i, -kInfinity).load(),
                                          Padded(other + i, end - i).load(), logBase, apart);
            sum += static_cast<double>(sumOf(sums));
        }
        // what rounding the logarithm of the base's sum has added to every share
        return sum * __builtin_exp(static_cast<double>(logBase) - baseSum);
    }

    static void rotate(float *a, float *b, Row cosines, Row sines, long long count)
    {
        long long i = 0;
        for (; i + kWidth <= count; i += kWidth) {
            const F x = L::load(a + i), y = L::load(b + i), c = L::load(cosines + i), s = L::load(sines + i);
            L::store(x * c - y * s, a + i);
            L::store(x * s + y * c, b + i);
        }
        for (; i < count; ++i) {
            const float x = a[i], y = b[i];
            a[i] = x * cosines[i] - y * sines[i];
            b[i] = x * sines[i] + y * cosines[i];
        }
    }

    static void silu(Row gate, Row up, float *out, long long count)
    {
        map(gate, up, out, count, [](F g, F u) { return g * logistic<L>(g) * u; });
    }

    static void gelu(Row gate, Row up, float *out, long long count)
    {
        map(gate, up, out, count, [](F g, F u) {
            const F inner = F(0.79788456080286535588f) * g * (F(1.0f) + F(0.044715f) * g * g);
            return F(0.5f) * g * (F(1.0f) + hyperbolicTangent<L>(inner)) * u;
        });
    }

    static void clampedSilu(Row gate, Row up, float *out, long long count)
    {
        map(gate, up, out, count, [](F g, F u) {
            // the comparison first, so that NaN passes
            const F low = L::select(g > F(7.0f), F(7.0f), g);
            const F within = L::select(u > F(7.0f), F(7.0f), L::select(u < F(-7.0f), F(-7.0f), u));
            return low * logistic<L>(F(1.702f) * low) * (within + F(1.0f));
        });
    }

    static void softCap(float *values, long long count, float cap)
    {
        map(values, values, count, [&](F value) { return F(cap) * hyperbolicTangent<L>(value / F(cap)); });
    }

    /// Sum of function(i), a batch of values from i on, in four sums that do not wait for each other.
    template <class Batch, class Rest> static float sum(long long count, Batch batch, Rest rest)
    {
        F sums[4] = {F(0.0f), F(0.0f), F(0.0f), F(0.0f)};
        long long i = 0;
        for (; i + 4 * kWidth <= count; i += 4 * kWidth)
            for (int k = 0; k < 4; ++k)
                sums[k] += batch(i + k * kWidth);
        for (; i + kWidth <= count; i += kWidth)
            sums[0] += batch(i);
        if (i < count)
            sums[1] += rest(i);
        return sumOf((sums[0] + sums[1]) + (sums[2] + sums[3]));
    }

    static float sumOfSquares(Row values, long long count) { return dot(values, values, count); }

    static float dot(Row a, Row b, long long count)
    {
        return sum(
            count, [&](long long i) { return L::load(a + i) * L::load(b + i); },
            [&](long long i) { return Padded(a + i, count - i).load() * Padded(b + i, count - i).load(); });
    }

    static void scale(Row values, Row weights, float factor, float *out, long long count)
    {
        if (weights)
            map(values, weights, out, count, [&](F value, F weight) { return value * F(factor) * weight; });
        else
            map(values, out, count, [&](F value) { return value * F(factor); });
    }

    static void addScaled(float *to, Row from, float factor, long long count)
    {
        map(to, from, to, count, [&](F sum, F value) { return sum + F(factor) * value; });
    }

    static void addSquares(float *to, Row values, long long count)
    {
        map(to, values, to, count, [](F sum, F value) { return sum + value * value; });
    }
};

template <class L> constexpr ForwardKernels forwardKernelsOf()
{
    using Rows = ForwardRows<L>;
    return {Rows::softmax, Rows::logSumExp,   Rows::divergence, Rows::largest,   Rows::silu,
            Rows::gelu,    Rows::clampedSilu, Rows::softCap,    Rows::rotate,    Rows::sumOfSquares,
            Rows::scale,   Rows::dot,         Rows::addScaled,  Rows::addSquares};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
