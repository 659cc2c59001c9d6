// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The codes of bitsandbytes on one lane type. Each set has its table, made in sets/.

#pragma once

#include "core/kernels/checkpoint/dynamicmap.h"
#include "core/kernels/checkpoint/fourbits.h"
#include "core/kernels/checkpoint/int8rows.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

extern const BnbKernels kBnbKernels;

template <class L> constexpr BnbKernels bnbKernelsOf()
{
    return {toFourBits<L>, fromFourBits<L>, toDynamic<L>, fromDynamic, Int8Rows<L>::toRows, Int8Rows<L>::fromRows};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
