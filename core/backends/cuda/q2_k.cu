// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of Q2_K and Q3_K.

#include "core/backends/cuda/superblockkernels.h"
#include "core/kernels/types/q2_k.h"
#include "core/kernels/types/q3_k.h"

namespace snug::cuda {

const TypeKernels kQ2_KKernels = superBlockKernels<kernels::Q2_K>(10);
const TypeKernels kQ3_KKernels = superBlockKernels<kernels::Q3_K>(11);

} // namespace snug::cuda
