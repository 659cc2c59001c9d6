// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is asked of values beside their conversion. Each function enqueues its work.

#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

namespace snug::cuda {

/// means[row] = sum of squares of the row in index order, over cols; the bits of kernels::rowMeanSquare().
cudaError_t rowMeanSquares(const float *values, float *means, uint64_t rows, uint64_t cols, cudaStream_t stream);

/// *index becomes the least of itself and the index of the first NaN or infinity.
cudaError_t firstNonFinite(const float *values, uint32_t *index, uint64_t count, cudaStream_t stream);

constexpr uint64_t kErrorStretch = 256;

struct ErrorSumsTask
{
    const float *a, *b;
    const uint32_t *flags; ///< of blocks to leave out, or null
    float *sums;           ///< of each stretch of 256: a * a, (a - b) * (a - b)
    uint64_t count, blockLength;
};

/// Each sum in a fixed order: the same on every device.
cudaError_t errorSums(const ErrorSumsTask &task, cudaStream_t stream);

} // namespace snug::cuda
