// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What one thread needs on a device: a stream, device buffers for one stretch, and pinned staging on the host. Lanes
// overlap: while one computes, others upload and download.

#pragma once

#include "core/backends/device.h"
#include "core/jobs/device/deviceshape.h"

#include <cstring>
#include <span>

namespace snug {

class DeviceLane
{
public:
    /// Takes all buffers from the ledger. Faults: SNUG_OUT_OF_MEMORY among others.
    static DeviceResult<DeviceLane> open(const BackendDevice &device, const LaneShape &shape, Ledger &ledger);

    /// The device buffers of a stretch; see LaneShape for their sizes.
    DeviceBuffer source, values, results, blocks, flags, sums, index, importance, rowSquares, rowFlags;
    DeviceBuffer upload, uploadImportance, download;
    DeviceStream stream;

    /// Copies host bytes through staging to the start of a device buffer.
    DeviceResult<void> send(std::span<const std::byte> bytes, const DeviceBuffer &staging, const DeviceBuffer &to);
    /// Enqueues a copy of a device buffer's start to `offset` of the download buffer, and moves `offset` behind it.
    DeviceResult<void> fetch(const DeviceBuffer &from, std::uint64_t sizeBytes, std::uint64_t &offset);

private:
    explicit DeviceLane(DeviceStream made) : stream(std::move(made)) {}
};

} // namespace snug
