// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of TQ1_0 and TQ2_0.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/ternary.h"

namespace snug::cuda {

const TypeKernels kTQ1_0Kernels = typeKernels<kernels::TQ1_0>(34);
const TypeKernels kTQ2_0Kernels = typeKernels<kernels::TQ2_0>(35);

} // namespace snug::cuda
