// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Quantizers of super-blocks, a thread a sub-block: a super-block alone would keep 256 values and as many codes of its
// own, which leaves a device too few threads to hide its waiting behind.

#pragma once

#include "core/backends/cuda/blockkernels.h"
#include "core/kernels/superblock.h"

namespace snug::cuda {

using kernels::kSuperBlock;

/// The steps of the K types; see SuperBlocks in superblock.h. `codes` are those of a sub-block, one a byte.
template <class Type> struct SuperBlockSteps
{
    static constexpr int kLength = Type::kSubLength;
    static constexpr int kSubs = kSuperBlock / kLength;
    static constexpr bool kNeedsMeanSquare = Type::kMeanSquareFactor != 0.0f;
    using Steps = kernels::SuperBlocks<ScalarLane, Type>;
    using Block = typename Type::Block;
    /// What the threads of a super-block hand on to each other.
    using Fits = kernels::SubBlockFits<ScalarLane, kSubs>;

    __device__ static float meanSquareOf(float squares) { return Steps::meanSquareOf(squares); }

    template <bool Weighted>
    __device__ static void fit(const float (&x)[kLength], const float *importance, float meanSquare, int sub,
                               Fits &fits, unsigned char *codes)
    {
        int found[kLength];
        kernels::ScaleMinimum<ScalarLane> scale;
        if constexpr (Weighted)
            scale = Steps::fitWeighted(x, importance, meanSquare, fits.weightSums + sub, found);
        else
            scale = Type::template fit<ScalarLane>(x, found);
        fits.scales[sub] = scale.scale;
        fits.minimums[sub] = scale.minimum;
        ScalarLane::storeColumns(found, codes, kLength);
    }

    template <bool Weighted> __device__ static void makeLevels(Fits &fits, Block &block)
    {
        Steps::template makeLevels<Weighted>(fits, 1, &block);
    }

    __device__ static void makeCodes(const float (&x)[kLength], const Fits &fits, int sub, unsigned char *codes)
    {
        int found[kLength];
        for (int i = 0; i < kLength; ++i)
            found[i] = codes[i];
        Steps::makeCodes(x, fits.scales[sub], fits.minimums[sub], found);
        ScalarLane::storeColumns(found, codes, kLength);
    }

    __device__ static void pack(const Fits &, const unsigned char *codes, Block &block)
    {
        Type::packCodes(codes, block);
    }
};

/// Weighted: with importance.
template <class Type, class Steps, bool Weighted> struct QuantizeSuperBlocks
{
    static constexpr int kSupers = 8; ///< super-blocks of a tile
    static constexpr int kLength = Steps::kLength;
    static constexpr int kSubs = Steps::kSubs;
    static constexpr int kThreads = kSupers * kSubs;
    using Block = typename Type::Block;

    struct Shared
    {
        FloatTile<kThreads, kLength> values; // a row a sub-block
        BlockTile<Block, kSupers> blocks;
        typename Steps::Fits fits[kSupers];
        float meanSquares[kSupers];
        unsigned char codes[kSupers][kSuperBlock];
    };

    QuantizeTask task;

    __device__ static int phases() { return 7; }

    __device__ void run(int phase, Thread thread, Shared &shared) const
    {
        const uint32_t count = sizeOfTile(task.blockCount, thread.block, kSupers);
        const uint64_t first = static_cast<uint64_t>(thread.block) * kSupers;
        if (phase == 0)
            shared.values.load(task.values + first * kSuperBlock, count * kSubs, thread.index, kThreads);
        else if (phase == 6)
            shared.blocks.store(task.blocks + first * sizeof(Block), count, thread.index, kThreads);
        else if (phase == 2 || phase == 4)
            runSubBlock(phase, first, count, thread.index, shared);
        else if (thread.index < count)
            runSuperBlock(phase, first, thread.index, shared);
    }

private:
    __device__ void runSubBlock(int phase, uint64_t first, uint32_t count, uint32_t row, Shared &shared) const
    {
        const uint32_t super = row / kSubs;
        const int sub = static_cast<int>(row % kSubs);
        if (super >= count)
            return;
        float x[kLength];
        ScalarLane::loadColumns(shared.values.row(row), kLength, x);
        unsigned char *codes = shared.codes[super] + sub * kLength;
        if (phase == 4)
            Steps::makeCodes(x, shared.fits[super], sub, codes);
        else if constexpr (Weighted)
            Steps::template fit<true>(x, importanceOf(first + super) + sub * kLength, shared.meanSquares[super], sub,
                                      shared.fits[super], codes);
        else
            Steps::template fit<false>(x, nullptr, 0.0f, sub, shared.fits[super], codes);
    }

    __device__ void runSuperBlock(int phase, uint64_t first, uint32_t super, Shared &shared) const
    {
        Block &block = shared.blocks.blocks()[super];
        if (phase == 3) {
            Steps::template makeLevels<Weighted>(shared.fits[super], block);
        } else if (phase == 5) {
            Steps::pack(shared.fits[super], shared.codes[super], block);
            if (!Type::isFinite(block))
                setFlag(task.flags, first + super);
        } else if constexpr (Weighted && Steps::kNeedsMeanSquare) {
            float squares = 0.0f; // in index order, as superBlockSquares()
            for (int sub = 0; sub < kSubs; ++sub)
                for (int i = 0; i < kLength; ++i) {
                    const float value = shared.values.row(super * kSubs + static_cast<uint32_t>(sub))[i];
                    squares += value * value;
                }
            shared.meanSquares[super] = Steps::meanSquareOf(squares);
        }
    }

    __device__ const float *importanceOf(uint64_t number) const
    {
        return task.importance + (task.firstColumn + number * kSuperBlock) % task.cols;
    }
};

template <class Type, class Steps> cudaError_t quantizeSuperBlocks(const QuantizeTask &task, cudaStream_t stream)
{
    using Plain = QuantizeSuperBlocks<Type, Steps, false>;
    const uint64_t tiles = tilesFor(task.blockCount, Plain::kSupers);
    if (task.importance)
        return launch(QuantizeSuperBlocks<Type, Steps, true>{task}, tiles, stream);
    return launch(Plain{task}, tiles, stream);
}

/// A type's row of the table.
template <class Type, class Steps = SuperBlockSteps<Type>> constexpr TypeKernels superBlockKernels(uint32_t number)
{
    return {number,
            kSuperBlock,
            sizeof(typename Type::Block),
            Type::kWeightUse != WeightUse::None,
            Type::kWeightUse == WeightUse::WholeRow,
            quantizeSuperBlocks<Type, Steps>,
            dequantizeBlocks<Type>};
}

} // namespace snug::cuda
