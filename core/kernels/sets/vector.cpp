// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Compiled once for each instruction set with vectors; the build gives flags and name.

#include "core/kernels/lanes/highwayneighbours.h"
#include "core/kernels/sets/kernelsetof.h"

#define SNUG_QUOTED(name) #name
#define SNUG_NAME_OF(name) SNUG_QUOTED(name)

namespace snug::kernels::inline SNUG_KERNEL_ISA {

// Too few flags would make Highway fall back to a lesser set in silence.
static_assert(HighwayLane::kWidth == SNUG_KERNEL_LANES);

const KernelSet kKernelSet = kernelSetOf<HighwayLane>(SNUG_NAME_OF(SNUG_KERNEL_ISA));

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
