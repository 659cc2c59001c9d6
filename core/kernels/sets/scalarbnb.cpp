// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The codes of bitsandbytes one at a time.

#include "core/kernels/checkpoint/bnbtable.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

const BnbKernels kBnbKernels = bnbKernelsOf<ScalarLane>();

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
