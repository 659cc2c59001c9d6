// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of C functions by which Snug reaches this module, and its one exported symbol.

#include "core/backends/vulkan/buffer.h"
#include "core/backends/vulkan/describe.h"
#include "core/backends/vulkan/stream.h"

#include <exception>
#include <new>

using namespace snug::vulkan;

namespace {

/// No exception may cross the table; those of the standard library are all that can arise.
template <class Work> int guarded(SnugMessage *message, Work work)
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return fail(message, SNUG_OUT_OF_MEMORY, "no host memory is left");
    } catch (const std::exception &error) {
        return fail(message, SNUG_FAILED, "%s", error.what());
    }
}

/// Calls `work` with a device of the list, or says why there is none.
template <class Work> int withListed(std::uint32_t index, SnugMessage *message, Work work)
{
    return guarded(message, [&] {
        SNUG_VULKAN_TRY(Instance::get().state(message));
        ListedDevice *device = Instance::get().device(index);
        if (!device)
            return fail(message, SNUG_INVALID, "there is no Vulkan device %u", index);
        return work(*device);
    });
}

/// Hands what `make` puts into a unique_ptr over to the caller.
template <class Object, class Make> int handOver(Object **object, SnugMessage *message, Make make)
{
    *object = nullptr;
    return guarded(message, [&] {
        std::unique_ptr<Object> made;
        SNUG_VULKAN_TRY(make(made));
        *object = made.release();
        return static_cast<int>(SNUG_OK);
    });
}

int countDevices(std::uint32_t *count, SnugMessage *message)
{
    *count = 0;
    return guarded(message, [&] {
        SNUG_VULKAN_TRY(Instance::get().state(message));
        *count = Instance::get().deviceCount();
        return static_cast<int>(SNUG_OK);
    });
}

int describeDevice(std::uint32_t index, SnugDeviceInfo *info, SnugMessage *message)
{
    return withListed(index, message, [info](ListedDevice &device) {
        *info = device.info;
        return static_cast<int>(SNUG_OK);
    });
}

int readDeviceMemory(std::uint32_t index, SnugMemoryInfo *memory, SnugMessage *message)
{
    return withListed(index, message, [memory](ListedDevice &device) {
        readMemory(device, *memory);
        return static_cast<int>(SNUG_OK);
    });
}

int openDevice(std::uint32_t index, SnugDevice **device, SnugMessage *message)
{
    return withListed(index, message, [&](ListedDevice &listed) {
        return handOver(device, message, [&](auto &made) { return SnugDevice::open(listed, made, message); });
    });
}

void closeDevice(SnugDevice *device) { delete device; }

int supports(SnugDevice *device, std::uint32_t operation, std::uint32_t type, int weighted)
{
    const Shader *shader = findShader(operation, type, weighted != 0);
    if (!shader)
        return SNUG_LACKING;
    return device->roundsToNearest ? static_cast<int>(shader->support) : SNUG_LAST_BITS;
}

int createBuffer(SnugDevice *device, std::uint32_t kind, std::uint64_t bytes, SnugBuffer **buffer, SnugMessage *message)
{
    return handOver(buffer, message,
                    [&](auto &made) { return SnugBuffer::create(*device, kind, bytes, made, message); });
}

void *mappedBuffer(SnugBuffer *buffer) { return buffer->mapped; }

void destroyBuffer(SnugBuffer *buffer) { delete buffer; }

int createStream(SnugDevice *device, uint32_t, SnugStream **stream, SnugMessage *message)
{
    return handOver(stream, message, [&](auto &made) { return SnugStream::create(*device, made, message); });
}

void destroyStream(SnugStream *stream) { delete stream; }

int createEvent(SnugDevice *device, SnugEvent **event, SnugMessage *message)
{
    return handOver(event, message, [&](auto &made) {
        SNUG_VULKAN_TRY(device->alive(message));
        made = std::make_unique<SnugEvent>(*device);
        return static_cast<int>(SNUG_OK);
    });
}

void destroyEvent(SnugEvent *event) { delete event; }

int copy(SnugStream *stream, const SnugRange *from, const SnugRange *to, SnugMessage *message)
{
    return guarded(message, [&] { return stream->copy(*from, *to, message); });
}

std::uint64_t workspaceBytes(SnugStream *, const SnugOperation *) { return 0; }

int run(SnugStream *stream, const SnugOperation *operation, SnugMessage *message)
{
    return guarded(message, [&] { return stream->run(*operation, message); });
}

int record(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    return guarded(message, [&] { return stream->record(*event, message); });
}

int waitOnDevice(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    return guarded(message, [&] { return stream->waitFor(*event, message); });
}

int waitOnHost(SnugEvent *event, SnugMessage *message)
{
    return guarded(message, [&] {
        if (!event->point.timeline)
            return fail(message, SNUG_INVALID, "an event that was never recorded");
        return event->point.timeline->wait(event->point.count, message);
    });
}

constexpr SnugBackend kBackend{
    {SNUG_BACKEND_ABI, sizeof(SnugBackend), "vulkan", SNUG_VERSION},
    countDevices,
    describeDevice,
    readDeviceMemory,
    openDevice,
    closeDevice,
    supports,
    createBuffer,
    mappedBuffer,
    destroyBuffer,
    createStream,
    destroyStream,
    createEvent,
    destroyEvent,
    copy,
    workspaceBytes,
    run,
    record,
    waitOnDevice,
    waitOnHost,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const SnugBackend *snugBackendModule(void) { return &kBackend; }
