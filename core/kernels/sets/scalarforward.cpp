// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of the forward pass, compiled for processors without any of the other sets.

#include "core/kernels/forward/forwardrows.h"
#include "core/kernels/lanes/scalar.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const ForwardKernels kForwardKernels = forwardKernelsOf<ScalarLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
