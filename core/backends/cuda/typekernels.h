// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the table of types holds for each: how to enqueue its two directions.

#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

namespace snug::cuda {

/// Pointers are to device memory and start at whole words; the importance belongs to columns 0 .. cols - 1, the first
/// weight lies in `firstColumn`.
struct QuantizeTask
{
    const float *values;
    unsigned char *blocks;
    uint32_t *flags;             ///< all zero before
    const float *importance;     ///< null without
    const float *rowMeanSquares; ///< of each row from the first weight's on; null without
    uint64_t blockCount, cols, firstColumn;
};

struct DequantizeTask
{
    const unsigned char *blocks;
    float *values;
    uint64_t blockCount;
};

struct TypeKernels
{
    uint32_t type; ///< GGUF's number
    uint32_t blockLength, blockBytes;
    bool usesImportance;   ///< else it is ignored
    bool looksAtWholeRows; ///< with importance it needs rowMeanSquares
    cudaError_t (*quantize)(const QuantizeTask &task, cudaStream_t stream);
    cudaError_t (*dequantize)(const DequantizeTask &task, cudaStream_t stream);
};

/// Null for a type that has no kernels here.
const TypeKernels *findTypeKernels(uint32_t type);

// Defined beside the kernels.
extern const TypeKernels kF32Kernels, kF16Kernels, kBF16Kernels;
extern const TypeKernels kQ4_0Kernels, kQ4_1Kernels, kQ5_0Kernels, kQ5_1Kernels, kQ8_0Kernels;
extern const TypeKernels kQ2_KKernels, kQ3_KKernels, kQ4_KKernels, kQ5_KKernels, kQ6_KKernels;
extern const TypeKernels kIQ4_NLKernels, kIQ4_XSKernels, kTQ1_0Kernels, kTQ2_0Kernels, kMXFP4Kernels;

} // namespace snug::cuda
