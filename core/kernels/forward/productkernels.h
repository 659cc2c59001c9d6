// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products of stored weights and few rows of floats, block by block as they are decoded. One table for each instruction
// set; they differ in the order of sums, and so in last bits. Nothing but kernel headers and no standard library.

#pragma once

namespace snug::kernels {

/// Of one storage type. Reentrant, allocates nothing.
struct ProductKernel
{
    const char *name; ///< the type's, as in BlockKernel

    /// out[t * stride + r] = sum over c of weight[r][c] * in[t * cols + c], with floats throughout. A result depends on
    /// its own two rows alone, to the bit. Shapes: weights rows x cols, cols a multiple of the type's block length; in
    /// count x cols; any may be 0.
    void (*multiply)(const unsigned char *weights, long long rows, long long cols, const float *in, long long count,
                     float *out, long long stride);
};

struct ProductKernels
{
    const ProductKernel *kernels;
    int count;
};

struct KernelSet;

/// By exact name; null where the type has none and its weights are brought to floats first.
const ProductKernel *findProductKernel(const KernelSet &set, const char *name);
/// The same in the set in use (kernelset.h).
const ProductKernel *findProductKernel(const char *name);

} // namespace snug::kernels
