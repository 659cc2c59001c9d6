// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A tile: consecutive blocks of a tensor in the memory that the threads of a block share. Threads move it between there
// and the device's memory side by side, in whole words, and each works on a block of its own.

#pragma once

#include "core/backends/cuda/launch.h"

namespace snug::cuda {

/// The part of `count` things that tile number `block` of `length` holds.
__device__ inline uint32_t sizeOfTile(uint64_t count, uint32_t block, uint32_t length)
{
    const uint64_t left = count - static_cast<uint64_t>(block) * length;
    return left < length ? static_cast<uint32_t>(left) : length;
}

/// Up to kRows rows of kLength floats, with one of padding so that threads that walk rows side by side meet different
/// memory banks.
template <int Rows, int Length> struct FloatTile
{
    static constexpr int kStride = Length + 1;
    float at[Rows * kStride];

    __device__ float *row(uint32_t i) { return at + i * kStride; }

    __device__ void load(const float *from, uint32_t rows, uint32_t thread, uint32_t threads)
    {
        for (uint32_t i = thread; i < rows * Length; i += threads)
            at[i / Length * kStride + i % Length] = from[i];
    }

    __device__ void store(float *to, uint32_t rows, uint32_t thread, uint32_t threads) const
    {
        for (uint32_t i = thread; i < rows * Length; i += threads)
            to[i] = at[i / Length * kStride + i % Length];
    }
};

/// Up to Count blocks as they lie in the tensor. A full tile is a whole number of words, so that every tile of a
/// tensor starts at one.
template <class Block, int Count> struct BlockTile
{
    static_assert(sizeof(Block) * Count % sizeof(uint32_t) == 0);
    static constexpr uint32_t kBytes = sizeof(Block) * Count;
    uint32_t words[kBytes / sizeof(uint32_t)];

    __device__ Block *blocks() { return reinterpret_cast<Block *>(words); }

    __device__ void load(const unsigned char *from, uint32_t count, uint32_t thread, uint32_t threads)
    {
        const uint32_t bytes = count * sizeof(Block);
        for (uint32_t i = thread; i < bytes / 4; i += threads)
            words[i] = reinterpret_cast<const uint32_t *>(from)[i];
        for (uint32_t i = bytes / 4 * 4 + thread; i < bytes; i += threads)
            reinterpret_cast<unsigned char *>(words)[i] = from[i];
    }

    __device__ void store(unsigned char *to, uint32_t count, uint32_t thread, uint32_t threads) const
    {
        const uint32_t bytes = count * sizeof(Block);
        for (uint32_t i = thread; i < bytes / 4; i += threads)
            reinterpret_cast<uint32_t *>(to)[i] = words[i];
        for (uint32_t i = bytes / 4 * 4 + thread; i < bytes; i += threads)
            to[i] = reinterpret_cast<const unsigned char *>(words)[i];
    }
};

/// Sets bit `at` of a flag set.
__device__ inline void setFlag(uint32_t *flags, uint64_t at) { atomicOr(flags + at / 32, 1u << at % 32); }

} // namespace snug::cuda
