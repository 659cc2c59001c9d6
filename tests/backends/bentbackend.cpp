// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/backends/bentbackend.h"

#include "core/backends/cpu/cpubackend.h"

#include <cstring>
#include <map>
#include <thread>

namespace snug::test {

namespace {

Bend g_bend;
std::atomic<int> g_calls, g_left;
std::atomic<bool> g_lost;
std::mutex g_mutex;                              // guards both below
std::map<SnugBuffer *, std::uint64_t> g_buffers; // on the device
std::uint64_t g_held;

const SnugBackend &inner() { return cpuBackend(); }

int answer(SnugMessage *message, int status, const char *text)
{
    std::strncpy(message->text, text, sizeof(message->text) - 1);
    return status;
}

/// SNUG_OK, or what the test wants to go wrong with this call.
int fate(SnugMessage *message)
{
    const int call = ++g_calls;
    const bool fails = g_lost || (g_bend.failAt > 0 && call == g_bend.failAt);
    if (!fails)
        return SNUG_OK;
    if (g_bend.failStatus == SNUG_DEVICE_LOST)
        g_lost = true;
    return answer(message, g_bend.failStatus, "the test made this fail");
}

/// Runs `call` unless it is to fail; counts what it made.
template <class Call> int made(SnugMessage *message, Call call)
{
    int status = fate(message);
    if (status == SNUG_OK)
        status = call();
    g_left += status == SNUG_OK;
    return status;
}

template <class Call> int tried(SnugMessage *message, Call call)
{
    const int status = fate(message);
    return status == SNUG_OK ? call() : status;
}

int countDevices(uint32_t *count, SnugMessage *message)
{
    *count = static_cast<uint32_t>(g_bend.devices.size());
    return g_bend.noDevices.empty() ? int(SNUG_OK) : answer(message, SNUG_FAILED, g_bend.noDevices.c_str());
}

int describeDevice(uint32_t index, SnugDeviceInfo *info, SnugMessage *message)
{
    inner().describeDevice(0, info, message);
    const BentDevice &device = g_bend.devices[index];
    std::strncpy(info->name, device.name.c_str(), sizeof(info->name) - 1);
    std::strncpy(info->refusal, device.refusal.c_str(), sizeof(info->refusal) - 1);
    info->kind = device.kind;
    info->streams = 2;
    info->totalBytes = device.totalBytes;
    info->largestBufferBytes = device.largestBufferBytes;
    info->rangeAlignment = 256;
    return SNUG_OK;
}

int readMemory(uint32_t index, SnugMemoryInfo *memory, SnugMessage *)
{
    const std::lock_guard lock(g_mutex);
    const std::uint64_t total = g_bend.devices[index].totalBytes;
    *memory = {total, g_held, g_held, total};
    return SNUG_OK;
}

int openDevice(uint32_t, SnugDevice **device, SnugMessage *message)
{
    return made(message, [&] { return inner().openDevice(0, device, message); });
}

void closeDevice(SnugDevice *device)
{
    --g_left;
    inner().closeDevice(device);
}

int supports(SnugDevice *, uint32_t operation, uint32_t type, int weighted)
{
    const bool lacking = operation == SNUG_QUANTIZE && g_bend.lackingTypes.contains(type);
    const int known = inner().supports(nullptr, operation, type, weighted);
    return lacking || known == SNUG_LACKING ? int(SNUG_LACKING) : g_bend.support;
}

int createBuffer(SnugDevice *device, uint32_t kind, uint64_t bytes, SnugBuffer **buffer, SnugMessage *message)
{
    return made(message, [&] {
        const std::lock_guard lock(g_mutex);
        const bool onDevice = kind == SNUG_ON_DEVICE;
        if (onDevice && bytes > g_bend.devices.front().thereBytes - g_held)
            return answer(message, SNUG_OUT_OF_MEMORY, "there is no more memory on the card");
        const int status = inner().createBuffer(device, kind, bytes, buffer, message);
        if (status == SNUG_OK && onDevice) {
            g_buffers[*buffer] = bytes;
            g_held += bytes;
        }
        return status;
    });
}

void destroyBuffer(SnugBuffer *buffer)
{
    --g_left;
    {
        const std::lock_guard lock(g_mutex);
        if (const auto at = g_buffers.find(buffer); at != g_buffers.end()) {
            g_held -= at->second;
            g_buffers.erase(at);
        }
    }
    inner().destroyBuffer(buffer);
}

int createStream(SnugDevice *device, uint32_t threads, SnugStream **stream, SnugMessage *message)
{
    return made(message, [&] { return inner().createStream(device, threads, stream, message); });
}

void destroyStream(SnugStream *stream)
{
    --g_left;
    inner().destroyStream(stream);
}

int createEvent(SnugDevice *device, SnugEvent **event, SnugMessage *message)
{
    return made(message, [&] { return inner().createEvent(device, event, message); });
}

void destroyEvent(SnugEvent *event)
{
    --g_left;
    inner().destroyEvent(event);
}

int copy(SnugStream *stream, const SnugRange *from, const SnugRange *to, SnugMessage *message)
{
    return tried(message, [&] { return inner().copy(stream, from, to, message); });
}

/// Marks every block of a quantized range, and spoils its bytes, for nobody may use them.
void flagAll(const SnugOperation &operation)
{
    for (const int operand : {1, 2}) {
        const SnugRange &range = operation.operands[operand];
        SnugBuffer *filler = nullptr;
        SnugMessage message{};
        if (inner().createBuffer(nullptr, SNUG_UPLOAD, range.bytes, &filler, &message) != SNUG_OK)
            return;
        std::memset(inner().mappedBuffer(filler), 0xff, range.bytes);
        const SnugRange all{filler, 0, range.bytes};
        inner().copy(nullptr, &all, &range, &message);
        inner().destroyBuffer(filler);
    }
}

int run(SnugStream *stream, const SnugOperation *operation, SnugMessage *message)
{
    if (g_bend.slowMilliseconds > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(g_bend.slowMilliseconds));
    return tried(message, [&] {
        const int status = inner().run(stream, operation, message);
        if (status == SNUG_OK && g_bend.flagsAll && operation->name == SNUG_QUANTIZE)
            flagAll(*operation);
        return status;
    });
}

int record(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    return tried(message, [&] { return inner().record(stream, event, message); });
}

int waitOnDevice(SnugStream *stream, SnugEvent *event, SnugMessage *message)
{
    return tried(message, [&] { return inner().waitOnDevice(stream, event, message); });
}

int waitOnHost(SnugEvent *event, SnugMessage *message)
{
    return tried(message, [&] { return inner().waitOnHost(event, message); });
}

} // namespace

const SnugBackend &bentBackend(const Bend &bend)
{
    static SnugBackend table;
    g_bend = bend;
    g_calls = 0;
    g_lost = false;
    table = {.head = {SNUG_BACKEND_ABI, sizeof(SnugBackend), g_bend.backend.c_str(), inner().head.programVersion},
             .countDevices = countDevices,
             .describeDevice = describeDevice,
             .readMemory = readMemory,
             .openDevice = openDevice,
             .closeDevice = closeDevice,
             .supports = supports,
             .createBuffer = createBuffer,
             .mappedBuffer = inner().mappedBuffer,
             .destroyBuffer = destroyBuffer,
             .createStream = createStream,
             .destroyStream = destroyStream,
             .createEvent = createEvent,
             .destroyEvent = destroyEvent,
             .copy = copy,
             .workspaceBytes = inner().workspaceBytes,
             .run = run,
             .record = record,
             .waitOnDevice = waitOnDevice,
             .waitOnHost = waitOnHost};
    return table;
}

int bentCalls() { return g_calls; }
int bentLeft() { return g_left; }

} // namespace snug::test
