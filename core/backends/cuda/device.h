// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Opened devices with their buffers, streams and events, as the functions of the backend's table; see abi.h for what
// each promises.

#pragma once

#include "core/backends/abi.h"

#include <cuda_runtime.h>

#include <mutex>

/// One opening of a device. All openings of a device in a process share its memory and its context.
struct SnugDevice
{
    int ordinal = 0;
};

struct SnugBuffer
{
    int ordinal = 0;
    uint32_t kind = 0; ///< SnugBufferKind
    uint64_t sizeBytes = 0;
    unsigned char *data = nullptr;
};

struct SnugStream
{
    int ordinal = 0;
    cudaStream_t handle = nullptr;
};

struct SnugEvent
{
    int ordinal = 0;
    cudaEvent_t handle = nullptr;
};

namespace snug::cuda {

int openDevice(uint32_t index, SnugDevice **device, SnugMessage *message);
void closeDevice(SnugDevice *device);
int createBuffer(SnugDevice *device, uint32_t kind, uint64_t bytes, SnugBuffer **buffer, SnugMessage *message);
void *mappedBuffer(SnugBuffer *buffer);
void destroyBuffer(SnugBuffer *buffer);
int createStream(SnugDevice *device, uint32_t threads, SnugStream **stream, SnugMessage *message);
void destroyStream(SnugStream *stream);
int createEvent(SnugDevice *device, SnugEvent **event, SnugMessage *message);
void destroyEvent(SnugEvent *event);
int copy(SnugStream *stream, const SnugRange *from, const SnugRange *to, SnugMessage *message);
int record(SnugStream *stream, SnugEvent *event, SnugMessage *message);
int waitOnDevice(SnugStream *stream, SnugEvent *event, SnugMessage *message);
int waitOnHost(SnugEvent *event, SnugMessage *message);

/// Makes a device the one that the calling thread's next calls are for. Cheap after the first time.
int select(int ordinal, SnugMessage &message);

/// Whether the range lies within its buffer.
bool isWithin(const SnugRange &range);

/// Keeps a device from being closed for as long as the lock is held. Holds nothing where the device is not open.
std::unique_lock<std::mutex> keepOpen(int ordinal);

/// Bytes of the device's own memory that buffers hold.
uint64_t bytesHeldOn(int ordinal);

} // namespace snug::cuda
