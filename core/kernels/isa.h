// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every kernel header lives in an inline namespace named after the instruction set it is compiled for. A library that
// is compiled with other flags defines its own name, so that the linker never takes one set's code for another's.

#pragma once

/// Before every function that a CUDA thread may run, see README.md.
#ifdef __CUDACC__
#define SNUG_FN __host__ __device__
#else
#define SNUG_FN
#endif

/// Before what is called for every vector of numbers, and keeps its sums in registers only when it is not called at
/// all.
#ifdef __CUDACC__
#define SNUG_INLINE SNUG_FN inline
#else
#define SNUG_INLINE [[gnu::always_inline]] inline
#endif

/// Before a table in a namespace that a CUDA thread reads at places known at run time alone.
#ifdef __CUDA_ARCH__
#define SNUG_TABLE static constexpr __device__
#else
#define SNUG_TABLE inline constexpr
#endif

#ifndef SNUG_KERNEL_ISA
#define SNUG_KERNEL_ISA baseline
#endif

namespace snug::kernels::inline SNUG_KERNEL_ISA {
} // namespace snug::kernels::inline SNUG_KERNEL_ISA
