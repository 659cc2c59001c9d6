// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/support/cuda/standin.h"

#include "tests/support/cuda/world.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cudastandin {

namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise)
{
    const char *text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

Settings settingsFromEnvironment()
{
    Settings settings;
    settings.devices = static_cast<int>(numberFrom("SNUG_CUDA_HOST_DEVICES", 1));
    settings.memoryBytes = numberFrom("SNUG_CUDA_HOST_MEMORY", settings.memoryBytes);
    settings.driverVersion = static_cast<int>(numberFrom("SNUG_CUDA_HOST_DRIVER", CUDART_VERSION));
    settings.capability = static_cast<int>(numberFrom("SNUG_CUDA_HOST_CAPABILITY", 75));
    settings.failAt = numberFrom("SNUG_CUDA_HOST_FAIL_AT", 0);
    settings.failWith = static_cast<cudaError_t>(numberFrom("SNUG_CUDA_HOST_FAIL_WITH", cudaErrorLaunchFailure));
    return settings;
}

thread_local cudaError_t lastError = cudaSuccess;

bool isSticky(cudaError_t code)
{
    return code == cudaErrorECCUncorrectable || code == cudaErrorDevicesUnavailable ||
           (code >= cudaErrorIllegalAddress && code <= cudaErrorLaunchFailure);
}

/// What a call that can fail answers before it does anything.
cudaError_t begin()
{
    World &w = world();
    ++w.calls;
    if (w.lost != cudaSuccess)
        return note(w.lost);
    if (w.calls != w.settings.failAt)
        return cudaSuccess;
    if (isSticky(w.settings.failWith))
        w.lost = w.settings.failWith;
    return note(w.settings.failWith);
}

} // namespace

World &world()
{
    static World *const made = [] {
        World *const first = new World; // never destroyed: threads may outlive main()
        first->settings = settingsFromEnvironment();
        return first;
    }();
    return *made;
}

cudaError_t note(cudaError_t code)
{
    if (code != cudaSuccess)
        lastError = code;
    return code;
}

cudaError_t takeLastError() { return std::exchange(lastError, cudaSuccess); }

/// The driver, and the device that the calling thread has chosen.
cudaError_t beginOnDevice()
{
    const Settings &settings = world().settings;
    if (const cudaError_t code = begin())
        return code;
    if (settings.driverVersion < CUDART_VERSION / 1000 * 1000)
        return note(cudaErrorInsufficientDriver);
    return settings.devices > 0 ? cudaSuccess : note(cudaErrorNoDevice);
}

void runUpTo(Stream &stream, std::uint64_t point)
{
    while (stream.done < point && !stream.work.empty()) {
        const std::function<void()> work = std::move(stream.work.front());
        stream.work.pop_front();
        ++stream.done;
        if (world().lost == cudaSuccess)
            work();
    }
}

std::uint64_t endOf(const Stream &stream) { return stream.done + stream.work.size(); }

void runEverything()
{
    for (Stream *stream : world().streams)
        runUpTo(*stream, endOf(*stream));
}

std::uint64_t bytesInUse(int device)
{
    std::uint64_t sum = 0;
    for (const auto &[data, allocation] : world().allocations)
        sum += allocation.device == device ? allocation.bytes : 0;
    return sum;
}

void configure(const Settings &settings)
{
    const Lock lock(world().mutex);
    world().settings = settings;
    world().calls = 0;
    world().lost = cudaSuccess;
}

std::uint64_t callCount()
{
    const Lock lock(world().mutex);
    return world().calls;
}

std::uint64_t thingsAlive()
{
    const Lock lock(world().mutex);
    return world().allocations.size() + world().streams.size() + world().events;
}

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    stream->work.push_back(std::move(work));
    return cudaSuccess;
}

} // namespace cudastandin
