// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One block at a time, for processors without any of the others, and as the measure of them.

#include "core/kernels/lanes/scalar.h"

#include "core/kernels/sets/kernelsetof.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const KernelSet kKernelSet = kernelSetOf<ScalarLane>("scalar");

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
