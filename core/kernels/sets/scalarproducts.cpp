// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products with few rows, a number at a time.

#include "core/kernels/forward/rowproducts.h"
#include "core/kernels/lanes/neighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const ProductKernels kProductKernels = productKernelsOf<ScalarLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
