// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Q6_K alone: its search tries many candidates.

#include "core/backends/cuda/superblockkernels.h"
#include "core/kernels/types/q6_k.h"

namespace snug::cuda {

const TypeKernels kQ6_KKernels = superBlockKernels<kernels::Q6_K>(14);

} // namespace snug::cuda
