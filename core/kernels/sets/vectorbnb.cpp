// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The codes of bitsandbytes in vectors: a source of its own, so that a change here compiles no GGUF kernels.

#include "core/kernels/checkpoint/bnbtable.h"
#include "core/kernels/lanes/highwayneighbours.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const BnbKernels kBnbKernels = bnbKernelsOf<HighwayLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
