// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels of IQ4_NL and MXFP4.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/iq4_nl.h"
#include "core/kernels/types/mxfp4.h"

namespace snug::cuda {

const TypeKernels kIQ4_NLKernels = typeKernels<kernels::IQ4_NL>(20);
const TypeKernels kMXFP4Kernels = typeKernels<kernels::MXFP4>(39);

} // namespace snug::cuda
