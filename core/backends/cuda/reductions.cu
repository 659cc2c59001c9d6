// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Row mean squares, the first number that is not finite, error sums.

#include "core/backends/cuda/blockkernels.h"
#include "core/backends/cuda/reductions.h"
#include "core/kernels/rowchecks.h"

namespace snug::cuda {

namespace {

/// A thread a row, in index order, over tiles that all threads of the block load together.
struct RowMeanSquares
{
    static constexpr int kThreads = 128;
    static constexpr uint32_t kRows = 32;
    static constexpr uint32_t kCols = 64;
    struct Shared
    {
        float tile[kRows][kCols + 1];
        float sums[kRows];
    };

    const float *values;
    float *means;
    uint64_t rows, cols;

    /// Every tile has one phase to load it and one to add it up.
    __device__ int phases() const { return static_cast<int>(2 * ((cols + kCols - 1) / kCols)); }

    __device__ void run(int phase, Thread thread, Shared &shared) const
    {
        const uint64_t firstColumn = static_cast<uint64_t>(phase / 2) * kCols;
        const uint32_t tileCols = sizeOfTile(cols, static_cast<uint32_t>(phase / 2), kCols);
        const uint64_t firstRow = static_cast<uint64_t>(thread.block) * kRows;
        const uint32_t tileRows = sizeOfTile(rows, thread.block, kRows);
        if (phase % 2 == 0) {
            for (uint32_t i = thread.index; i < tileRows * kCols; i += kThreads)
                if (i % kCols < tileCols)
                    shared.tile[i / kCols][i % kCols] = values[(firstRow + i / kCols) * cols + firstColumn + i % kCols];
        } else if (thread.index < tileRows) {
            float sum = firstColumn == 0 ? 0.0f : shared.sums[thread.index];
            for (uint32_t i = 0; i < tileCols; ++i)
                sum += shared.tile[thread.index][i] * shared.tile[thread.index][i];
            shared.sums[thread.index] = sum;
            if (firstColumn + tileCols == cols)
                means[firstRow + thread.index] = sum / static_cast<float>(cols);
        }
    }
};

struct FirstNonFinite
{
    static constexpr int kThreads = 256;
    static constexpr uint32_t kTile = 16 * kThreads;
    struct Shared
    {
    };

    const float *values;
    uint32_t *index;
    uint64_t count;

    __device__ static int phases() { return 1; }

    __device__ void run(int, Thread thread, Shared &) const
    {
        const uint64_t first = static_cast<uint64_t>(thread.block) * kTile;
        const uint32_t size = sizeOfTile(count, thread.block, kTile);
        for (uint32_t i = thread.index; i < size; i += kThreads)
            if (!kernels::RowChecks::isFinite(values[first + i]))
                atomicMin(index, static_cast<uint32_t>(first + i));
    }
};

/// Lanes of 32 threads a stretch: thread k adds up the weights k, k + 32, k + 64 .., then one thread their sums.
struct ErrorSums
{
    static constexpr int kThreads = 256;
    static constexpr uint32_t kLanes = 32;
    static constexpr uint32_t kStretches = kThreads / kLanes;
    struct Shared
    {
        float signals[kThreads], noises[kThreads];
    };

    ErrorSumsTask task;

    __device__ static int phases() { return 2; }

    __device__ void run(int phase, Thread thread, Shared &shared) const
    {
        if (phase == 0)
            addWeights(thread, shared);
        else if (thread.index < kStretches)
            addLanes(thread, shared);
    }

private:
    __device__ bool isLeftOut(uint64_t weight) const
    {
        const uint64_t block = weight / task.blockLength;
        return task.flags[block / 32] >> block % 32 & 1;
    }

    __device__ void addWeights(Thread thread, Shared &shared) const
    {
        const uint64_t stretch = static_cast<uint64_t>(thread.block) * kStretches + thread.index / kLanes;
        float signal = 0.0f, noise = 0.0f;
        for (uint64_t i = thread.index % kLanes; i < kErrorStretch; i += kLanes) {
            const uint64_t at = stretch * kErrorStretch + i;
            if (at >= task.count || (task.flags && isLeftOut(at)))
                continue;
            const float error = task.a[at] - task.b[at];
            signal += task.a[at] * task.a[at];
            noise += error * error;
        }
        shared.signals[thread.index] = signal;
        shared.noises[thread.index] = noise;
    }

    __device__ void addLanes(Thread thread, const Shared &shared) const
    {
        const uint64_t stretch = static_cast<uint64_t>(thread.block) * kStretches + thread.index;
        if (stretch * kErrorStretch >= task.count)
            return;
        float signal = 0.0f, noise = 0.0f;
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
            signal += shared.signals[thread.index * kLanes + lane];
            noise += shared.noises[thread.index * kLanes + lane];
        }
        task.sums[2 * stretch] = signal;
        task.sums[2 * stretch + 1] = noise;
    }
};

} // namespace

cudaError_t rowMeanSquares(const float *values, float *means, uint64_t rows, uint64_t cols, cudaStream_t stream)
{
    return launch(RowMeanSquares{values, means, rows, cols}, tilesFor(rows, RowMeanSquares::kRows), stream);
}

cudaError_t firstNonFinite(const float *values, uint32_t *index, uint64_t count, cudaStream_t stream)
{
    return launch(FirstNonFinite{values, index, count}, tilesFor(count, FirstNonFinite::kTile), stream);
}

cudaError_t errorSums(const ErrorSumsTask &task, cudaStream_t stream)
{
    return launch(ErrorSums{task}, tilesFor(task.count, kErrorStretch * ErrorSums::kStretches), stream);
}

} // namespace snug::cuda
