// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// F32, F16 and BF16: each weight alone, threads side by side.

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/types/plain.h"

namespace snug::cuda {

namespace {

constexpr uint32_t kThreadsOfBlock = 256;
constexpr uint32_t kWeightsOfThread = 4;
constexpr uint32_t kTileWeights = kThreadsOfBlock * kWeightsOfThread;

struct Nothing
{
};

/// Each weight that no finite number of the format is near gets a flag.
template <class Format> struct NarrowFloats
{
    static constexpr int kThreads = kThreadsOfBlock;
    using Shared = Nothing;

    QuantizeTask task;

    __device__ static int phases() { return 1; }

    __device__ void run(int, Thread thread, Shared &) const
    {
        const uint64_t first = static_cast<uint64_t>(thread.block) * kTileWeights;
        const uint32_t count = sizeOfTile(task.blockCount, thread.block, kTileWeights);
        for (uint32_t i = thread.index; i < count; i += kThreadsOfBlock) {
            const uint16_t bits = Format::fromFloat(task.values[first + i]);
            reinterpret_cast<uint16_t *>(task.blocks)[first + i] = bits;
            if ((bits & Format::kExponent) == Format::kExponent)
                setFlag(task.flags, first + i);
        }
    }
};

template <class Format> struct WidenFloats
{
    static constexpr int kThreads = kThreadsOfBlock;
    using Shared = Nothing;

    DequantizeTask task;

    __device__ static int phases() { return 1; }

    __device__ void run(int, Thread thread, Shared &) const
    {
        const uint64_t first = static_cast<uint64_t>(thread.block) * kTileWeights;
        const uint32_t count = sizeOfTile(task.blockCount, thread.block, kTileWeights);
        for (uint32_t i = thread.index; i < count; i += kThreadsOfBlock)
            task.values[first + i] = Format::toFloat(reinterpret_cast<const uint16_t *>(task.blocks)[first + i]);
    }
};

template <class Format> cudaError_t narrow(const QuantizeTask &task, cudaStream_t stream)
{
    return launch(NarrowFloats<Format>{task}, tilesFor(task.blockCount, kTileWeights), stream);
}

template <class Format> cudaError_t widen(const DequantizeTask &task, cudaStream_t stream)
{
    return launch(WidenFloats<Format>{task}, tilesFor(task.blockCount, kTileWeights), stream);
}

cudaError_t copyIn(const QuantizeTask &task, cudaStream_t stream)
{
    return cudaMemcpyAsync(task.blocks, task.values, task.blockCount * sizeof(float), cudaMemcpyDeviceToDevice, stream);
}

cudaError_t copyOut(const DequantizeTask &task, cudaStream_t stream)
{
    return cudaMemcpyAsync(task.values, task.blocks, task.blockCount * sizeof(float), cudaMemcpyDeviceToDevice, stream);
}

using kernels::BfloatFormat;
using kernels::HalfFormat;

} // namespace

const TypeKernels kF32Kernels{0, 1, 4, false, false, copyIn, copyOut};
const TypeKernels kF16Kernels{1, 1, 2, false, false, narrow<HalfFormat>, widen<HalfFormat>};
const TypeKernels kBF16Kernels{30, 1, 2, false, false, narrow<BfloatFormat>, widen<BfloatFormat>};

} // namespace snug::cuda
