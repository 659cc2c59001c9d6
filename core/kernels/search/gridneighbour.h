// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The grid point nearest to a group of weights, among the neighbours of the place they round to. Lanes are neighbours
// here: each adds up its own distance in coordinate order.

#pragma once

#include "core/kernels/grids/grid.h"
#include "core/kernels/search/codetables.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Code of the first neighbour with the least sum of costs; the first of all where no sum is a number below the largest
/// float. Source: iq2_find_best_neighbour and its kin, ggml 0.25.1.
template <class L, int Dims> int nearestNeighbour(const uint16_t *list, int count, const CodeTable<L, Dims> &costs)
{
    using F = typename L::F;
    using I = typename L::I;
    const F largestFloat = 3.40282346638528859812e+38f;
    F best = largestFloat;
    I bestAt = 0;
    for (int first = 0; first < count; first += L::kWidth) {
        const F sum = costs.sum(L::loadCodes(list + first));
        const typename L::M better = (sum < best) & L::below(L::laneNumbers(), count - first);
        best = L::select(better, sum, best);
        bestAt = L::select(better, I(first), bestAt);
    }
    unsigned lanes = L::bits(best == F(L::smallest(best)));
    if (count <= L::kWidth)
        return list[__builtin_ctz(lanes)];
    int starts[L::kWidth];
    L::store(bestAt, starts);
    int found = count;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const int at = starts[lane] + lane;
        found = at < found ? at : found;
    }
    return list[found];
}

/// Costs w * (scale * q - x)^2 of every level at every coordinate; q is values[level].
template <class L, int Dims>
CodeTable<L, Dims> squareCosts(const float *x, const float *w, float scale, const LevelValues &values)
{
    using F = typename L::F;
    using Table = CodeTable<L, Dims>;
    Table costs;
    costs.fill([&](int first) {
        const F difference = F(scale) * Table::ofLevel(values, first) - Table::ofCoordinate(x, first);
        return Table::ofCoordinate(w, first) * difference * difference;
    });
    return costs;
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
