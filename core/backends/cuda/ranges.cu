// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of Q4_1 and Q5_1.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/q4_1.h"

namespace snug::cuda {

const TypeKernels kQ4_1Kernels = typeKernels<kernels::Q4_1>(3);
const TypeKernels kQ5_1Kernels = typeKernels<kernels::Q5_1>(7);

} // namespace snug::cuda
