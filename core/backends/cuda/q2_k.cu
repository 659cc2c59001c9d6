// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of Q2_K and Q3_K.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/q2_k.h"
#include "core/kernels/types/q3_k.h"

namespace snug::cuda {

const TypeKernels kQ2_KKernels = typeKernels<kernels::Q2_K>(10);
const TypeKernels kQ3_KKernels = typeKernels<kernels::Q3_K>(11);

} // namespace snug::cuda
