// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// All kernels compiled for one instruction set. Every set gives the same bytes; the program uses one of them.

#pragma once

#include "core/kernels/blockkernel.h"

namespace snug::kernels {

struct BnbKernels;
struct ForwardKernels;
struct GroupKernels;
struct ProductKernels;

struct KernelSet
{
    const char *name; ///< "scalar", "sse4", "avx2", "avx512", "neon"
    int lanes;        ///< blocks or sub-blocks worked on at once
    const BlockKernel *kernels;
    int count;
    long long (*firstNonFinite)(const float *values, long long count);
    void (*accumulateError)(const float *a, const float *b, long long count, double *signal, double *noise);
    const GroupKernels *groups;     ///< checkpoint/groupkernels.h
    const BnbKernels *bnb;          ///< checkpoint/bnbkernels.h
    const ForwardKernels *forward;  ///< forward/forwardkernels.h
    const ProductKernels *products; ///< forward/productkernels.h
};

/// The sets this processor can run, fastest first; the last is "scalar". `count` gets their number.
const KernelSet *const *kernelSets(int *count);
/// By exact name among those; null when it is not compiled in or the processor lacks it.
const KernelSet *findKernelSet(const char *name);
/// The kernel for a type, by exact name; null when there is none.
const BlockKernel *findBlockKernel(const KernelSet &set, const char *name);

/// The set that findBlockKernel(name) and the row checks use: the fastest, unless one was chosen. Any thread.
const KernelSet &activeKernelSet();
/// Chooses a set of kernelSets(). Kernels looked up before stay those of their set.
void activateKernelSet(const KernelSet &set);

} // namespace snug::kernels
