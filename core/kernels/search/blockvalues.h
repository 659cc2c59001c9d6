// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The values of one block in vectors of neighbours: its extremes, and its codes. For types without a search, where no
// sum needs its order and turning columns into rows and back would be most of the work.

#pragma once

#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

template <class L, int N> class BlockValues
{
    using V = Neighbours<L>;
    using F = typename V::F;
    static constexpr int kVectors = N / V::kCount;

public:
    SNUG_FN explicit BlockValues(const float *values) : m_values(values)
    {
        for (int i = 0; i < kVectors; ++i)
            m_vectors[i] = V::load(values + i * V::kCount);
    }

    /// The largest magnitude.
    SNUG_FN float peak() const
    {
        F magnitudes[kVectors];
        for (int i = 0; i < kVectors; ++i)
            magnitudes[i] = V::abs(m_vectors[i]);
        return V::largest(reduce(magnitudes, larger));
    }

    /// Of equals, +0 and -0, the first.
    SNUG_FN float largest() const { return firstIfZero(V::largest(reduce(m_vectors, larger))); }
    SNUG_FN float least() const { return firstIfZero(V::smallest(reduce(m_vectors, smaller))); }

    /// The first value of largest magnitude, with its sign; +0 when all are zero.
    SNUG_FN float extreme() const
    {
        const float low = V::smallest(reduce(m_vectors, smaller));
        const float high = V::largest(reduce(m_vectors, larger));
        if (high != -low)
            return high > -low ? high : low;
        for (int i = 0; high > 0.0f; ++i)
            if (m_values[i] == high || m_values[i] == low)
                return m_values[i];
        return 0.0f;
    }

    /// The low byte of codeOf(value) for each value.
    template <class CodeOf> SNUG_FN void makeCodes(unsigned char *codes, CodeOf codeOf) const
    {
        for (int i = 0; i < kVectors; ++i)
            V::storeBytes(codeOf(m_vectors[i]), codes + i * V::kCount);
    }

private:
    SNUG_FN static F larger(F a, F b) { return V::select(b > a, b, a); }
    SNUG_FN static F smaller(F a, F b) { return V::select(b < a, b, a); }

    /// pick(a, b) over all vectors, second half against first.
    template <class Pick> SNUG_FN static F reduce(const F (&vectors)[kVectors], Pick pick)
    {
        static_assert((kVectors & (kVectors - 1)) == 0);
        F best[kVectors];
        for (int i = 0; i < kVectors; ++i)
            best[i] = vectors[i];
        for (int half = kVectors / 2; half > 0; half /= 2)
            for (int i = 0; i < half; ++i)
                best[i] = pick(best[i], best[i + half]);
        return best[0];
    }

    SNUG_FN float firstIfZero(float found) const
    {
        if (found == 0.0f)
            for (int i = 0; i < N; ++i)
                if (m_values[i] == 0.0f)
                    return m_values[i];
        return found;
    }

    const float *m_values;
    F m_vectors[kVectors];
};

/// Largest magnitude of each of a batch's blocks of Length values.
template <class L, int Length> SNUG_FN typename L::F peaksOfBlocks(const float *values)
{
    constexpr int kStep = Length < 64 ? Length : 64;
    float peaks[L::kWidth];
    for (int k = 0; k < L::kWidth; ++k) {
        peaks[k] = 0.0f;
        for (int i = 0; i < Length; i += kStep) {
            const float peak = BlockValues<L, kStep>(values + k * Length + i).peak();
            peaks[k] = peak > peaks[k] ? peak : peaks[k];
        }
    }
    return L::load(peaks);
}

/// codeOf(value * inverse of its block) for each value of a batch's blocks, those of block k from codes + k * stride.
template <class L, int Length, class CodeOf>
SNUG_FN void scaledCodes(const float *values, typename L::F inverse, unsigned char *codes, int stride, CodeOf codeOf)
{
    using V = Neighbours<L>;
    constexpr int kStep = Length < 64 ? Length : 64;
    float inverses[L::kWidth];
    L::store(inverse, inverses);
    for (int k = 0; k < L::kWidth; ++k)
        for (int i = 0; i < Length; i += kStep) {
            const typename V::F factor = inverses[k];
            BlockValues<L, kStep>(values + k * Length + i).makeCodes(codes + k * stride + i, [&](typename V::F value) {
                return codeOf(value * factor);
            });
        }
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
