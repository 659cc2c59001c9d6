// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products with few rows, compiled once for each instruction set with vectors.

#include "core/kernels/forward/rowproducts.h"
#include "core/kernels/lanes/highwayneighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const ProductKernels kProductKernels = productKernelsOf<HighwayLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
