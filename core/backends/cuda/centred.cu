// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of Q4_0, Q5_0 and Q8_0.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/q4_0.h"
#include "core/kernels/types/q8_0.h"

namespace snug::cuda {

const TypeKernels kQ4_0Kernels = typeKernels<kernels::Q4_0>(2);
const TypeKernels kQ5_0Kernels = typeKernels<kernels::Q5_0>(6);
const TypeKernels kQ8_0Kernels = typeKernels<kernels::Q8_0>(8);

} // namespace snug::cuda
