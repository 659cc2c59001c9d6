// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cuda/device.h"

#include "core/backends/cuda/failure.h"
#include "core/backends/cuda/probe.h"

#include <array>
#include <atomic>
#include <mutex>
#include <new>

namespace snug::cuda {

namespace {

struct DeviceUse
{
    std::mutex opening;    ///< held while the context comes or goes, or is used by who has not opened the device
    uint32_t openings = 0; ///< guarded by it
    std::atomic<uint64_t> bytes{0};
};

std::array<DeviceUse, kMostDevices> uses;

DeviceUse &useOf(int ordinal) { return uses[static_cast<std::size_t>(ordinal)]; }

int noHostMemory(SnugMessage &message) { return answer(message, SNUG_OUT_OF_MEMORY, "no memory for a few bytes"); }

/// Makes a T on the device's ordinal, then its handle by `create`.
template <class T, class Create>
int createHandle(SnugDevice *device, T **made, SnugMessage &message, const char *what, Create create)
{
    if (const int status = select(device->ordinal, message))
        return status;
    T *const thing = new (std::nothrow) T{device->ordinal, nullptr};
    if (!thing)
        return noHostMemory(message);
    if (const int status = answer(message, create(thing->handle), what)) {
        delete thing;
        return status;
    }
    *made = thing;
    return SNUG_OK;
}

/// Before something is given back. What a lost device no longer does is no news to anybody.
void selectQuietly(int ordinal)
{
    SnugMessage ignored;
    (void)select(ordinal, ignored);
}

void giveBack(uint32_t kind, unsigned char *data)
{
    if ((kind == SNUG_ON_DEVICE ? cudaFree(data) : cudaFreeHost(data)) != cudaSuccess)
        (void)cudaGetLastError();
}

} // namespace

int select(int ordinal, SnugMessage &message) { return answer(message, cudaSetDevice(ordinal), "cudaSetDevice"); }

bool isWithin(const SnugRange &range)
{
    return range.buffer && range.offset <= range.buffer->sizeBytes &&
           range.bytes <= range.buffer->sizeBytes - range.offset;
}

std::unique_lock<std::mutex> keepOpen(int ordinal)
{
    std::unique_lock lock(useOf(ordinal).opening);
    if (useOf(ordinal).openings == 0)
        lock.unlock();
    return lock;
}

uint64_t bytesHeldOn(int ordinal) { return useOf(ordinal).bytes; }

int openDevice(uint32_t index, SnugDevice **device, SnugMessage *message)
{
    SnugDeviceInfo info;
    if (const int status = describeDevice(index, &info, message))
        return status;
    if (info.refusal[0])
        return answer(*message, SNUG_UNSUPPORTED, info.refusal);
    const int ordinal = static_cast<int>(index);
    const std::scoped_lock lock(useOf(ordinal).opening);
    if (const int status = select(ordinal, *message))
        return status;
    SnugDevice *const opened = new (std::nothrow) SnugDevice{ordinal};
    if (!opened)
        return noHostMemory(*message);
    ++useOf(ordinal).openings;
    *device = opened;
    return SNUG_OK;
}

void closeDevice(SnugDevice *device)
{
    const int ordinal = device->ordinal;
    delete device;
    const std::scoped_lock lock(useOf(ordinal).opening);
    if (--useOf(ordinal).openings > 0)
        return;
    // The context goes with the last opening: it holds hundreds of MiB, and a lost device may work again with a new
    // one.
    selectQuietly(ordinal);
    if (cudaDeviceReset() != cudaSuccess)
        (void)cudaGetLastError();
}

int createBuffer(SnugDevice *device, uint32_t kind, uint64_t bytes, SnugBuffer **buffer, SnugMessage *message)
{
    if (kind > SNUG_DOWNLOAD || bytes % 4 != 0)
        return answer(*message, SNUG_INVALID, "no such kind of buffer, or not a multiple of 4 bytes");
    if (const int status = select(device->ordinal, *message))
        return status;
    SnugBuffer *const made = new (std::nothrow) SnugBuffer{device->ordinal, kind, bytes, nullptr};
    if (!made)
        return noHostMemory(*message);
    const uint64_t wanted = bytes > 0 ? bytes : 4; // an address even for nothing
    void *data = nullptr;
    const bool onDevice = kind == SNUG_ON_DEVICE;
    const cudaError_t code = onDevice ? cudaMalloc(&data, wanted) : cudaHostAlloc(&data, wanted, cudaHostAllocPortable);
    if (const int status = answer(*message, code, onDevice ? "cudaMalloc" : "cudaHostAlloc", wanted)) {
        delete made;
        return status;
    }
    made->data = static_cast<unsigned char *>(data);
    if (onDevice)
        useOf(device->ordinal).bytes += bytes;
    *buffer = made;
    return SNUG_OK;
}

void *mappedBuffer(SnugBuffer *buffer) { return buffer->kind == SNUG_ON_DEVICE ? nullptr : buffer->data; }

void destroyBuffer(SnugBuffer *buffer)
{
    if (!buffer)
        return;
    selectQuietly(buffer->ordinal);
    giveBack(buffer->kind, buffer->data);
    if (buffer->kind == SNUG_ON_DEVICE)
        useOf(buffer->ordinal).bytes -= buffer->sizeBytes;
    delete buffer;
}

int createStream(SnugDevice *device, uint32_t, SnugStream **stream, SnugMessage *message)
{
    return createHandle(device, stream, *message, "cudaStreamCreateWithFlags",
                        [](cudaStream_t &handle) { return cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); });
}

void destroyStream(SnugStream *stream)
{
    if (!stream)
        return;
    selectQuietly(stream->ordinal);
    if (cudaStreamDestroy(stream->handle) != cudaSuccess)
        (void)cudaGetLastError();
    delete stream;
}

int createEvent(SnugDevice *device, SnugEvent **event, SnugMessage *message)
{
    return createHandle(device, event, *message, "cudaEventCreateWithFlags", [](cudaEvent_t &handle) {
        return cudaEventCreateWithFlags(&handle, cudaEventDisableTiming | cudaEventBlockingSync);
    });
}

void destroyEvent(SnugEvent *event)
{
    if (!event)
        return;
    selectQuietly(event->ordinal);
    if (cudaEventDestroy(event->handle) != cudaSuccess)
        (void)cudaGetLastError();
    delete event;
}

int copy(SnugStream *stream, const SnugRange *from, const SnugRange *to, SnugMessage *message)
{
    if (!isWithin(*from) || !isWithin(*to) || from->bytes != to->bytes || (from->offset | to->offset) % 4 != 0)
        return answer(*message, SNUG_INVALID, "a copy outside its buffers or between different sizes");
    if (from->bytes == 0)
        return SNUG_OK;
    if (const int status = select(stream->ordinal, *message))
        return status;
    const bool fromDevice = from->buffer->kind == SNUG_ON_DEVICE, toDevice = to->buffer->kind == SNUG_ON_DEVICE;
    const cudaMemcpyKind kind = fromDevice ? (toDevice ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost)
                                           : (toDevice ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost);
    const cudaError_t code = cudaMemcpyAsync(to->buffer->data + to->offset, from->buffer->data + from->offset,
                                             from->bytes, kind, stream->handle);
    return answer(*message, code, "cudaMemcpyAsync", from->bytes);
}

int record(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    if (const int status = select(stream->ordinal, *message))
        return status;
    return answer(*message, cudaEventRecord(event->handle, stream->handle), "cudaEventRecord");
}

int waitOnDevice(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    if (const int status = select(stream->ordinal, *message))
        return status;
    return answer(*message, cudaStreamWaitEvent(stream->handle, event->handle, 0), "cudaStreamWaitEvent");
}

int waitOnHost(SnugEvent *event, SnugMessage *message)
{
    if (const int status = select(event->ordinal, *message))
        return status;
    return answer(*message, cudaEventSynchronize(event->handle), "the work on the device");
}

} // namespace snug::cuda
