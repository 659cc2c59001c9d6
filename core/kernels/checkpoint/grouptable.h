// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernels of groupkernels.h on one lane type. Sources in sets/ make one table each.

#pragma once

#include "core/kernels/checkpoint/groupfloats.h"
#include "core/kernels/checkpoint/groupintegers.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

extern const GroupKernels kGroupKernels;

template <class L> constexpr GroupKernels groupKernelsOf()
{
    using Integers = GroupIntegers<L>;
    using Floats = GroupFloats<L>;
    return {Integers::toIntegers, Integers::fromIntegers, Floats::largestMagnitude, Floats::toE4M3,   Floats::fromE4M3,
            Floats::toNvfp4,      Floats::fromNvfp4,      Floats::toMxfp4,          Floats::fromMxfp4};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
