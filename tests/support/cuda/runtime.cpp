// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The functions of the CUDA runtime on host memory.

#include "tests/support/cuda/world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace cudastandin;

namespace {

thread_local int currentDevice = 0;

cudaError_t allocate(void **data, std::size_t bytes, int device)
{
    // Devices align to 256 bytes; aligned_alloc() wants whole multiples, which would hide a write past the end.
    void *made = nullptr;
    if (::posix_memalign(&made, 256, bytes) != 0)
        return note(cudaErrorMemoryAllocation);
    std::memset(made, 0xcd, bytes);
    world().allocations[made] = {bytes, device};
    *data = made;
    return cudaSuccess;
}

cudaError_t release(void *data)
{
    const Lock lock(world().mutex);
    runEverything();
    if (world().allocations.erase(data) == 0)
        return note(cudaErrorInvalidValue);
    std::free(data);
    return cudaSuccess;
}

/// A stream that is gone has done all its work before.
bool isAlive(const Stream *stream) { return std::ranges::find(world().streams, stream) != world().streams.end(); }

} // namespace

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = world().settings.driverVersion;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    *count = world().settings.devices;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    const Settings &settings = world().settings;
    if (device < 0 || device >= settings.devices)
        return note(cudaErrorInvalidDevice);
    *properties = {};
    std::snprintf(properties->name, sizeof(properties->name), "Stand-in for a CUDA device");
    for (int i = 0; i < 16; ++i)
        properties->uuid.bytes[i] = static_cast<char>(16 * device + i);
    properties->totalGlobalMem = settings.memoryBytes;
    properties->major = settings.capability / 10;
    properties->minor = settings.capability % 10;
    properties->asyncEngineCount = 2;
    properties->pciBusID = device + 1;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    if (device < 0 || device >= world().settings.devices)
        return note(cudaErrorInvalidDevice);
    currentDevice = device;
    return cudaSuccess;
}

cudaError_t cudaDeviceReset()
{
    const Lock lock(world().mutex);
    world().lost = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaGetLastError() { return takeLastError(); }

const char *cudaGetErrorString(cudaError_t code)
{
    switch (code) {
    case cudaErrorMemoryAllocation:
        return "out of memory";
    case cudaErrorLaunchFailure:
        return "unspecified launch failure";
    case cudaErrorIllegalAddress:
        return "an illegal memory access was encountered";
    case cudaErrorECCUncorrectable:
        return "uncorrectable ECC error encountered";
    default:
        return "an error of the stand-in";
    }
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    *total = world().settings.memoryBytes;
    *free = *total - std::min<std::uint64_t>(*total, bytesInUse(currentDevice));
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **data, size_t bytes)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    const std::uint64_t limit = world().settings.memoryBytes, used = bytesInUse(currentDevice);
    if (used > limit || bytes > limit - used)
        return note(cudaErrorMemoryAllocation);
    return allocate(data, bytes, currentDevice);
}

cudaError_t cudaHostAlloc(void **data, size_t bytes, unsigned)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    return allocate(data, bytes, -1);
}

cudaError_t cudaFree(void *data) { return release(data); }
cudaError_t cudaFreeHost(void *data) { return release(data); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    if (flags != cudaStreamNonBlocking)
        return note(cudaErrorInvalidValue);
    *stream = world().streams.emplace_back(new Stream);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const Lock lock(world().mutex);
    runUpTo(*stream, endOf(*stream));
    std::erase(world().streams, stream);
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    const Event now = *event; // later records of the event are none of this wait's business
    return enqueue(stream, [now] {
        if (isAlive(now.stream))
            runUpTo(*now.stream, now.at);
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    ++world().events;
    *event = new Event;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    const Lock lock(world().mutex);
    --world().events;
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    *event = {stream, endOf(*stream)};
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const Lock lock(world().mutex);
    if (const cudaError_t code = beginOnDevice())
        return code;
    if (isAlive(event->stream))
        runUpTo(*event->stream, event->at);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t stream)
{
    return enqueue(stream, [=] { std::memcpy(to, from, bytes); });
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    return enqueue(stream, [=] { std::memset(to, value, bytes); });
}
