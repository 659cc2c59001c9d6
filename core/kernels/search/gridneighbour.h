// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The grid point nearest to a group of weights, among the neighbours of the place they round to. Lanes are neighbours
// here: each adds up its own distance in coordinate order.

#pragma once

#include "core/kernels/grids/grid.h"
#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Packed codes of a grid of Dims coordinates and tables with a float for each code.
template <int Dims> struct GridCodes
{
    static constexpr int kBits = Dims == 8 ? 2 : 3;
    static constexpr int kLevels = Dims == 8 ? 3 : 8;
    static constexpr int kTable = 1 << kBits; ///< floats in the table of one coordinate

    static int level(int code, int i) { return code >> (kBits * i) & (kTable - 1); }

    /// The number of the place a code stands for.
    static int place(int code)
    {
        if constexpr (Dims == 4)
            return code;
        int result = 0;
        for (int i = Dims - 1; i >= 0; --i)
            result = result * kLevels + level(code, i);
        return result;
    }

    template <class L, int I> static typename L::F lookup(const float *tables, const typename L::I &codes)
    {
        if constexpr (Dims == 8)
            return L::lookup4(tables + I * kTable, L::template shiftRight<I * kBits>(codes));
        else
            return L::lookup8(tables + I * kTable, L::template shiftRight<I * kBits>(codes));
    }

    /// Sum over the coordinates, in order, of what the tables say about each lane's code.
    template <class L, int I = 0>
    static typename L::F sum(const float *tables, const typename L::I &codes, typename L::F before = 0.0f)
    {
        before += lookup<L, I>(tables, codes);
        if constexpr (I + 1 < Dims)
            return sum<L, I + 1>(tables, codes, before);
        else
            return before;
    }
};

/// Code of the first neighbour with the least sum of costs; the first of all where no sum is a number below the largest
/// float. costs [Dims * kTable]. Source: iq2_find_best_neighbour and its kin, ggml 0.25.1.
template <class L, int Dims> int nearestNeighbour(const uint16_t *list, int count, const float *costs)
{
    using F = typename L::F;
    using I = typename L::I;
    const F largestFloat = 3.40282346638528859812e+38f;
    F best = largestFloat;
    I bestAt = 0;
    for (int first = 0; first < count; first += L::kWidth) {
        const F sum = GridCodes<Dims>::template sum<L>(costs, L::loadCodes(list + first));
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

/// Costs w * (scale * q - x)^2 of every code at every coordinate; q is values[code].
template <int Dims> void squareCosts(const float *x, const float *w, float scale, const float *values, float *costs)
{
    using Codes = GridCodes<Dims>;
    for (int i = 0; i < Dims; ++i)
        for (int q = 0; q < Codes::kTable; ++q) {
            const float difference = scale * values[q] - x[i];
            costs[i * Codes::kTable + q] = w[i] * difference * difference;
        }
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
