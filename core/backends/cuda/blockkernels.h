// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Quantizers and dequantizers of block types, one thread a block: the processor's templates with the scalar lane.

#pragma once

#include "core/backends/cuda/tile.h"
#include "core/backends/cuda/typekernels.h"
#include "core/kernels/lanes/scalar.h"
#include "core/kernels/row.h"

namespace snug::cuda {

using kernels::Batch;
using kernels::ScalarLane;
using kernels::WeightUse;

/// Blocks in a tile: as many as give each thread one and fit the memory they share.
template <class Type> constexpr int kTileBlocks = Type::kBlockLength > 32 ? 32 : 128;

template <class Type> struct ConversionTile
{
    FloatTile<kTileBlocks<Type>, Type::kBlockLength> values;
    BlockTile<typename Type::Block, kTileBlocks<Type>> blocks;
};

/// Weighted: with importance. A template argument, because one kernel for both would take the registers of the larger.
template <class Type, bool Weighted> struct QuantizeBlocks
{
    static constexpr int kThreads = kTileBlocks<Type>;
    using Shared = ConversionTile<Type>;

    QuantizeTask task;

    __device__ static int phases() { return 3; }

    __device__ void run(int phase, Thread thread, Shared &shared) const
    {
        const uint32_t count = sizeOfTile(task.blockCount, thread.block, kThreads);
        const uint64_t first = static_cast<uint64_t>(thread.block) * kThreads;
        if (phase == 0)
            shared.values.load(task.values + first * Type::kBlockLength, count, thread.index, kThreads);
        else if (phase == 2)
            shared.blocks.store(task.blocks + first * sizeof(typename Type::Block), count, thread.index, kThreads);
        else if (thread.index < count)
            quantize(first + thread.index, shared.values.row(thread.index), shared.blocks.blocks()[thread.index]);
    }

private:
    __device__ void quantize(uint64_t number, const float *values, typename Type::Block &block) const
    {
        Batch batch{values, nullptr, 0.0f, 1};
        if constexpr (Weighted) {
            const uint64_t place = task.firstColumn + number * Type::kBlockLength;
            batch.weights = task.importance + place % task.cols;
            if (!batch.weights)
                __builtin_unreachable(); // so that nothing is compiled for it
            if constexpr (Type::kWeightUse == WeightUse::WholeRow)
                batch.rowMeanSquare = task.rowMeanSquares[place / task.cols];
        }
        Type::template quantize<ScalarLane>(batch, &block);
        if (!Type::isFinite(block))
            setFlag(task.flags, number);
    }
};

template <class Type> struct DequantizeBlocks
{
    static constexpr int kThreads = kTileBlocks<Type>;
    using Shared = ConversionTile<Type>;

    DequantizeTask task;

    __device__ static int phases() { return 3; }

    __device__ void run(int phase, Thread thread, Shared &shared) const
    {
        const uint32_t count = sizeOfTile(task.blockCount, thread.block, kThreads);
        const uint64_t first = static_cast<uint64_t>(thread.block) * kThreads;
        if (phase == 0)
            shared.blocks.load(task.blocks + first * sizeof(typename Type::Block), count, thread.index, kThreads);
        else if (phase == 2)
            shared.values.store(task.values + first * Type::kBlockLength, count, thread.index, kThreads);
        else if (thread.index < count)
            dequantize(shared.blocks.blocks()[thread.index], shared.values.row(thread.index));
    }

private:
    __device__ static void dequantize(const typename Type::Block &block, float *values)
    {
        if constexpr (requires { Type::template dequantize<ScalarLane>(block, values); })
            Type::template dequantize<ScalarLane>(block, values);
        else
            Type::dequantize(block, values);
    }
};

constexpr uint64_t tilesFor(uint64_t count, uint64_t length) { return (count + length - 1) / length; }

template <class Type> cudaError_t quantizeBlocks(const QuantizeTask &task, cudaStream_t stream)
{
    const uint64_t tiles = tilesFor(task.blockCount, kTileBlocks<Type>);
    if constexpr (Type::kWeightUse != WeightUse::None)
        if (task.importance)
            return launch(QuantizeBlocks<Type, true>{task}, tiles, stream);
    return launch(QuantizeBlocks<Type, false>{task}, tiles, stream);
}

template <class Type> cudaError_t dequantizeBlocks(const DequantizeTask &task, cudaStream_t stream)
{
    return launch(DequantizeBlocks<Type>{task}, tilesFor(task.blockCount, kTileBlocks<Type>), stream);
}

/// A type's row of the table.
template <class Type> constexpr TypeKernels typeKernels(uint32_t number)
{
    return {number,
            Type::kBlockLength,
            sizeof(typename Type::Block),
            Type::kWeightUse != WeightUse::None,
            Type::kWeightUse == WeightUse::WholeRow,
            quantizeBlocks<Type>,
            dequantizeBlocks<Type>};
}

} // namespace snug::cuda
