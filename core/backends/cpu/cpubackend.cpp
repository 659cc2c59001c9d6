// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cpu/cpubackend.h"

#include "core/backends/cpu/cpuoperations.h"

#include <cblas.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <new>

/// Host memory, whatever its kind. Mapped, so that it goes back to the system at once: layers come and go, and an
/// allocator would keep theirs.
struct SnugBuffer
{
    explicit SnugBuffer(std::uint64_t bytes)
        : data(mmap(nullptr, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
          sizeBytes(bytes)
    {
    }
    ~SnugBuffer()
    {
        if (data != MAP_FAILED)
            munmap(data, sizeBytes ? sizeBytes : 1);
    }
    SnugBuffer(const SnugBuffer &) = delete;
    SnugBuffer &operator=(const SnugBuffer &) = delete;

    void *data;
    std::uint64_t sizeBytes;
};

/// Work is done before run() answers; all there is to keep are the threads.
struct SnugStream
{
    snug::Team team;
};

namespace snug {

namespace {

// Devices and events have nothing to hold here; the table only needs addresses that are not null.
int theDevice, theEvent;

template <class T> T *placeholder(int &thing) { return reinterpret_cast<T *>(&thing); }

bool within(const SnugRange &range)
{
    return !range.buffer ||
           (range.offset <= range.buffer->sizeBytes && range.bytes <= range.buffer->sizeBytes - range.offset);
}

int countDevices(uint32_t *count, SnugMessage *)
{
    *count = 1;
    return SNUG_OK;
}

int describeDevice(uint32_t, SnugDeviceInfo *info, SnugMessage *)
{
    *info = {};
    std::strcpy(info->name, "Processor");
    info->kind = SNUG_PROCESSOR;
    info->streams = 1;
    info->largestBufferBytes = std::numeric_limits<std::int64_t>::max();
    info->rangeAlignment = 1;
    return SNUG_OK;
}

int readMemory(uint32_t, SnugMemoryInfo *, SnugMessage *message)
{
    return answer(*message, SNUG_UNSUPPORTED, "the system's own figures say it better");
}

int openDevice(uint32_t, SnugDevice **device, SnugMessage *)
{
    openblas_set_num_threads(1); // a stream's own threads do the work
    *device = placeholder<SnugDevice>(theDevice);
    return SNUG_OK;
}

void closeDevice(SnugDevice *) {}

int supports(SnugDevice *, uint32_t operation, uint32_t type, int) { return cpuSupports(operation, type); }

int createBuffer(SnugDevice *, uint32_t, uint64_t bytes, SnugBuffer **buffer, SnugMessage *message)
{
    if (bytes > std::numeric_limits<std::int64_t>::max())
        return answer(*message, SNUG_OUT_OF_MEMORY, "no such amount of memory");
    auto made = std::unique_ptr<SnugBuffer>(new (std::nothrow) SnugBuffer(bytes));
    if (!made || made->data == MAP_FAILED)
        return answer(*message, SNUG_OUT_OF_MEMORY, "the system gave no more memory");
    *buffer = made.release();
    return SNUG_OK;
}

void *mappedBuffer(SnugBuffer *buffer) { return buffer->data; }
void destroyBuffer(SnugBuffer *buffer) { delete buffer; }

int createStream(SnugDevice *, uint32_t threads, SnugStream **stream, SnugMessage *message)
{
    // The serial build has no locks: products computed at the same time may come out wrong.
    const bool locks = openblas_get_parallel() != OPENBLAS_SEQUENTIAL;
    try {
        *stream = new SnugStream{Team(locks ? static_cast<int>(threads) : 1)};
    } catch (const std::exception &) {
        return answer(*message, SNUG_OUT_OF_MEMORY, "the system gave no more memory");
    }
    return SNUG_OK;
}

void destroyStream(SnugStream *stream) { delete stream; }

int createEvent(SnugDevice *, SnugEvent **event, SnugMessage *)
{
    *event = placeholder<SnugEvent>(theEvent);
    return SNUG_OK;
}

void destroyEvent(SnugEvent *) {}

int copy(SnugStream *, const SnugRange *from, const SnugRange *to, SnugMessage *message)
{
    if (!from->buffer || !to->buffer || !within(*from) || !within(*to) || from->bytes != to->bytes)
        return answer(*message, SNUG_INVALID, "a copy outside its buffers");
    std::memcpy(cpuAddress(*to), cpuAddress(*from), to->bytes);
    return SNUG_OK;
}

uint64_t workspaceBytes(SnugStream *stream, const SnugOperation *operation)
{
    return cpuWorkspaceBytes(*operation, stream->team.threads());
}

int run(SnugStream *stream, const SnugOperation *operation, SnugMessage *message)
{
    for (const SnugRange &range : operation->operands)
        if (!within(range))
            return answer(*message, SNUG_INVALID, "an operand outside its buffer");
    return runOnCpu(*operation, stream->team, *message);
}

int record(SnugStream *, SnugEvent *, SnugMessage *) { return SNUG_OK; }
int waitOnDevice(SnugStream *, SnugEvent *, SnugMessage *) { return SNUG_OK; }
int waitOnHost(SnugEvent *, SnugMessage *) { return SNUG_OK; }

} // namespace

unsigned char *cpuAddress(const SnugRange &range)
{
    return static_cast<unsigned char *>(range.buffer->data) + range.offset;
}

const SnugBackend &cpuBackend()
{
    static const SnugBackend table{
        .head = {SNUG_BACKEND_ABI, sizeof(SnugBackend), "cpu", SNUG_VERSION},
        .countDevices = countDevices,
        .describeDevice = describeDevice,
        .readMemory = readMemory,
        .openDevice = openDevice,
        .closeDevice = closeDevice,
        .supports = supports,
        .createBuffer = createBuffer,
        .mappedBuffer = mappedBuffer,
        .destroyBuffer = destroyBuffer,
        .createStream = createStream,
        .destroyStream = destroyStream,
        .createEvent = createEvent,
        .destroyEvent = destroyEvent,
        .copy = copy,
        .workspaceBytes = workspaceBytes,
        .run = run,
        .record = record,
        .waitOnDevice = waitOnDevice,
        .waitOnHost = waitOnHost,
    };
    return table;
}

} // namespace snug
