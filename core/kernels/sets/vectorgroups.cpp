// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Group kernels, compiled once for each instruction set with vectors.

#include "core/kernels/checkpoint/grouptable.h"
#include "core/kernels/lanes/highwayneighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const GroupKernels kGroupKernels = groupKernelsOf<HighwayLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
