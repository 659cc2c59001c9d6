// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of all types on one lane type. A library for an instruction set instantiates it once.

#pragma once

#include "core/kernels/types/iq1.h"
#include "core/kernels/types/iq2.h"
#include "core/kernels/types/iq3.h"
#include "core/kernels/types/iq4_nl.h"
#include "core/kernels/types/iq4_xs.h"
#include "core/kernels/types/mxfp4.h"
#include "core/kernels/types/nvfp4.h"
#include "core/kernels/types/plain.h"
#include "core/kernels/types/q1_0.h"
#include "core/kernels/types/q2_0.h"
#include "core/kernels/types/q2_k.h"
#include "core/kernels/types/q3_k.h"
#include "core/kernels/types/q4_0.h"
#include "core/kernels/types/q4_1.h"
#include "core/kernels/types/q4_k.h"
#include "core/kernels/types/q6_k.h"
#include "core/kernels/types/q8_0.h"
#include "core/kernels/types/ternary.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

template <class L>
inline constexpr BlockKernel kKernelTable[] = {
    kF32Kernel,
    kF16Kernel<L>,
    kBF16Kernel,
    blockKernel<L, Q8_0>(),
    blockKernel<L, Q4_0>(),
    blockKernel<L, Q4_1>(),
    blockKernel<L, Q5_0>(),
    blockKernel<L, Q5_1>(),
    blockKernel<L, Q2_K>(),
    blockKernel<L, Q3_K>(),
    blockKernel<L, Q4_K>(),
    blockKernel<L, Q5_K>(),
    blockKernel<L, Q6_K>(),
    blockKernel<L, IQ4_NL>(),
    blockKernel<L, IQ4_XS>(),
    blockKernel<L, TQ1_0>(),
    blockKernel<L, TQ2_0>(),
    blockKernel<L, Q1_0>(),
    blockKernel<L, Q2_0>(),
    blockKernel<L, MXFP4>(),
    blockKernel<L, NVFP4>(),
    blockKernel<L, IQ2_XXS>(),
    blockKernel<L, IQ2_XS>(),
    blockKernel<L, IQ2_S>(),
    blockKernel<L, IQ3_XXS>(),
    blockKernel<L, IQ3_S>(),
    blockKernel<L, IQ1_S>(),
    blockKernel<L, IQ1_M>(),
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
