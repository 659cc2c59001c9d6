// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of Q4_K and Q5_K.

#include "core/backends/cuda/superblockkernels.h"
#include "core/kernels/types/q4_k.h"

namespace snug::cuda {

const TypeKernels kQ4_KKernels = superBlockKernels<kernels::Q4_K>(12);
const TypeKernels kQ5_KKernels = superBlockKernels<kernels::Q5_K>(13);

} // namespace snug::cuda
