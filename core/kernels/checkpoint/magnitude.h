// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The largest magnitude of a stretch of numbers, which no order of looking at them changes.

#pragma once

#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// 0 for no numbers at all. Two running maxima, because each waits for the one before it.
template <class L> SNUG_FN float largestMagnitudeOf(const float *values, long long count)
{
    using V = Neighbours<L>;
    using F = typename V::F;
    F a = 0.0f;
    F b = 0.0f;
    long long i = 0;
    for (; i + 2 * V::kCount <= count; i += 2 * V::kCount) {
        a = V::max(a, V::abs(V::load(values + i)));
        b = V::max(b, V::abs(V::load(values + i + V::kCount)));
    }
    float largest = V::largest(V::max(a, b));
    for (; i < count; ++i)
        largest = ScalarLane::max(largest, ScalarLane::abs(values[i]));
    return largest;
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
