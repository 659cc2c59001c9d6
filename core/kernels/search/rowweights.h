// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance weights of the types whose blocks look at the whole row.

#pragma once

#include "core/kernels/row.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// w = importance * sqrt(mean square of the row + x * x), for the blocks x of the batch.
template <class L, int N>
SNUG_FN void loadRowWeights(const Batch &batch, const typename L::F (&x)[N], typename L::F (&w)[N])
{
    L::loadColumns(batch.weights, N, w);
    const typename L::F meanSquare = batch.rowMeanSquare;
    for (int i = 0; i < N; ++i)
        w[i] = w[i] * L::sqrt(meanSquare + x[i] * x[i]);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
