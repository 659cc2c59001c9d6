// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every kernel header lives in an inline namespace named after the instruction set it is compiled for. A library that
// is compiled with other flags defines its own name, so that the linker never takes one set's code for another's.

#pragma once

#ifndef SNUG_KERNEL_ISA
#define SNUG_KERNEL_ISA baseline
#endif

namespace snug::kernels::inline SNUG_KERNEL_ISA {
} // namespace snug::kernels::inline SNUG_KERNEL_ISA
