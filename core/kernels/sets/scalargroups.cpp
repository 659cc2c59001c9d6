// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Group kernels for processors without any of the other sets, and as the measure of them.

#include "core/kernels/checkpoint/grouptable.h"
#include "core/kernels/lanes/scalar.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const GroupKernels kGroupKernels = groupKernelsOf<ScalarLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
