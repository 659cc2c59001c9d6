// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The scales of a batch as the halves that blocks store.

#pragma once

#include "core/kernels/lanes/neighbours.h"
#include "core/kernels/layouts.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Rounding: nearest, ties to even. at[k] is lane k's.
template <class L> struct HalfScales
{
    SNUG_FN explicit HalfScales(typename L::F scales)
    {
        if constexpr (Neighbours<L>::kStoresHalves) {
            Neighbours<L>::storeHalves(scales, reinterpret_cast<unsigned char *>(at));
        } else {
            float values[L::kWidth];
            L::store(scales, values);
            for (int k = 0; k < L::kWidth; ++k)
                at[k].set(halfFromFloat(values[k]));
        }
    }

    Stored16 at[L::kWidth];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
