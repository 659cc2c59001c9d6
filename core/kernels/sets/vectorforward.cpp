// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of the forward pass, compiled once for each instruction set with vectors.

#include "core/kernels/forward/forwardrows.h"
#include "core/kernels/lanes/highway.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const ForwardKernels kForwardKernels = forwardKernelsOf<HighwayLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
