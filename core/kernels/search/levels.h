// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scales or minimums of a super-block's sub-blocks, none negative, brought to levels 0 .. Top of one scale.

#pragma once

#include "core/kernels/search/positivescale.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The largest number gets level Top; levels are kept in a byte and at most Limit.
/// `numbers` and `levels`: Subs of each super-block, one super-block after the other; `scales`: one a super-block.
template <class L, int Top, int Limit, int Subs>
SNUG_FN void plainLevels(const float *numbers, unsigned char *levels, float *scales)
{
    using F = typename L::F;
    const F top = static_cast<float>(Top);
    F column[Subs];
    L::loadColumns(numbers, Subs, column);
    F largest = 0.0f;
    for (const F &number : column)
        largest = L::select(number > largest, number, largest);
    const F inverse = L::select(largest > F(0.0f), top / largest, F(0.0f));

    typename L::I level[Subs];
    for (int j = 0; j < Subs; ++j)
        level[j] = L::clamp(L::nearestInt(inverse * column[j]) & typename L::I(255), 0, Limit);
    L::storeColumns(level, levels, Subs);
    L::store(largest / top, scales);
}

/// By searchPositiveScale(), with the sums of the sub-blocks' weights.
template <class L, int Top, int Subs>
SNUG_FN void weightedLevels(const float *numbers, const float *weightSums, unsigned char *levels, float *scales)
{
    typename L::F column[Subs], w[Subs];
    typename L::I level[Subs];
    L::loadColumns(numbers, Subs, column);
    L::loadColumns(weightSums, Subs, w);
    L::store(searchPositiveScale<L, Top>(column, w, level), scales);
    L::storeColumns(level, levels, Subs);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
