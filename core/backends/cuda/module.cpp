// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The module's one symbol: the backend's table.

#include "core/backends/cuda/device.h"
#include "core/backends/cuda/operations.h"
#include "core/backends/cuda/probe.h"

namespace {

constexpr SnugBackend kTable{
    .head = {SNUG_BACKEND_ABI, sizeof(SnugBackend), "cuda", SNUG_VERSION},
    .countDevices = snug::cuda::countDevices,
    .describeDevice = snug::cuda::describeDevice,
    .readMemory = snug::cuda::readMemory,
    .openDevice = snug::cuda::openDevice,
    .closeDevice = snug::cuda::closeDevice,
    .supports = snug::cuda::supports,
    .createBuffer = snug::cuda::createBuffer,
    .mappedBuffer = snug::cuda::mappedBuffer,
    .destroyBuffer = snug::cuda::destroyBuffer,
    .createStream = snug::cuda::createStream,
    .destroyStream = snug::cuda::destroyStream,
    .createEvent = snug::cuda::createEvent,
    .destroyEvent = snug::cuda::destroyEvent,
    .copy = snug::cuda::copy,
    .workspaceBytes = [](SnugStream *, const SnugOperation *) -> uint64_t { return 0; },
    .run = snug::cuda::run,
    .record = snug::cuda::record,
    .waitOnDevice = snug::cuda::waitOnDevice,
    .waitOnHost = snug::cuda::waitOnHost,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const SnugBackend *snugBackendModule(void);

const SnugBackend *snugBackendModule(void) { return &kTable; }
