// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the stand-in's parts share: its devices and streams, and how a call begins.

#pragma once

#include "tests/support/cuda/standin.h"

#include <cuda_standin.h>

#include <deque>
#include <map>
#include <mutex>
#include <vector>

namespace cudastandin {

/// Work that has not run yet, in order. `done` counts what has.
struct Stream
{
    std::deque<std::function<void()>> work;
    std::uint64_t done = 0;
};

/// A point in a stream: reached when it has done so much.
struct Event
{
    Stream *stream = nullptr;
    std::uint64_t at = 0;
};

struct Allocation
{
    std::uint64_t bytes = 0;
    int device = -1; ///< -1: the host's
};

struct World
{
    std::recursive_mutex mutex; ///< guards all of this, and is held while work runs
    Settings settings;
    std::uint64_t calls = 0;
    cudaError_t lost = cudaSuccess; ///< what every further call answers
    std::map<void *, Allocation> allocations;
    std::vector<Stream *> streams;
    std::uint64_t events = 0;
};

World &world();

using Lock = std::scoped_lock<std::recursive_mutex>;

/// Keeps an error for cudaGetLastError().
cudaError_t note(cudaError_t code);
cudaError_t takeLastError();

/// What a call that can fail answers before it does anything, where it needs a driver and a device.
cudaError_t beginOnDevice();

/// Runs a stream's work until it has done so much.
void runUpTo(Stream &stream, std::uint64_t point);
std::uint64_t endOf(const Stream &stream);
void runEverything();

std::uint64_t bytesInUse(int device);

} // namespace cudastandin
