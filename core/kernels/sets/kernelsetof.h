// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The set of a lane type. Each source in this folder makes one, in the namespace of its instruction set.

#pragma once

#include "core/kernels/kernelset.h"
#include "core/kernels/rowchecks.h"
#include "core/kernels/table.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

extern const KernelSet kKernelSet;
extern const GroupKernels kGroupKernels; // in a source of its own, like the next
extern const BnbKernels kBnbKernels;
extern const ForwardKernels kForwardKernels;
extern const ProductKernels kProductKernels;

template <class L> constexpr KernelSet kernelSetOf(const char *name)
{
    return {name,
            L::kWidth,
            kKernelTable<L>,
            sizeof(kKernelTable<L>) / sizeof(BlockKernel),
            RowChecks::firstNonFinite,
            RowChecks::accumulateError<L>,
            &kGroupKernels,
            &kBnbKernels,
            &kForwardKernels,
            &kProductKernels};
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
