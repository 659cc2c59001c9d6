// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The largest magnitude of a stretch of numbers, which no order of looking at them changes.

#pragma once

#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// 0 for no numbers at all; NaNs are passed over. Four running maxima, because each waits for the one before it.
template <class L> SNUG_FN float largestMagnitudeOf(const float *values, long long count)
{
    using V = Neighbours<L>;
    using F = typename V::F;
    constexpr int kTogether = 4;
    F most[kTogether];
    for (int k = 0; k < kTogether; ++k)
        most[k] = F(0.0f);
    long long i = 0;
    for (; i + kTogether * V::kCount <= count; i += kTogether * V::kCount)
        for (int k = 0; k < kTogether; ++k)
            most[k] = V::max(V::abs(V::load(values + i + k * V::kCount)), most[k]);
    for (; i + V::kCount <= count; i += V::kCount)
        most[0] = V::max(V::abs(V::load(values + i)), most[0]);
    float largest = V::largest(V::max(V::max(most[0], most[1]), V::max(most[2], most[3])));
    for (; i < count; ++i)
        largest = ScalarLane::max(ScalarLane::abs(values[i]), largest);
    return largest;
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
