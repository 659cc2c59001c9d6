// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How much of a device a job takes: lanes, and the buffers of each. The planner predicts with it and the lanes take
// their buffers by it, so that the two cannot disagree.

#pragma once

#include "core/backends/device.h"
#include "core/jobs/prepare.h"

#include <cstdint>
#include <optional>

namespace snug {

/// A storage type that every device backend is meant to have, both ways.
bool isDeviceType(TensorType type);

/// Whether a device could do something for this tensor: some variant quantizes it to such a type.
bool deviceCanWork(const PreparedJob &job, std::size_t tensorIndex);

/// Buffers of one lane, in bytes; each holds what one stretch of any tensor of the job needs.
struct LaneShape
{
    std::uint64_t weights = 0; ///< of the largest stretch
    // on the device
    std::uint64_t sourceBytes = 0, valuesBytes = 0, blocksBytes = 0, flagsBytes = 0, sumsBytes = 0;
    std::uint64_t importanceBytes = 0, rowsBytes = 0, rowFlagsBytes = 0; ///< 0 without importance
    // pinned on the host
    std::uint64_t uploadBytes = 0, downloadBytes = 0;

    std::uint64_t deviceBytes() const;
    std::uint64_t hostBytes() const { return uploadBytes + importanceBytes + downloadBytes; }
    std::uint64_t largestBytes() const;
};

struct DeviceShape
{
    std::string id; ///< the device's
    int lanes = 1;
    std::uint64_t wantedWeights = 0; ///< of one stretch, about
    LaneShape lane;

    std::uint64_t deviceBytes() const { return static_cast<std::uint64_t>(lanes) * lane.deviceBytes(); }
    std::uint64_t hostBytes() const { return static_cast<std::uint64_t>(lanes) * lane.hostBytes(); }
};

/// Buffers of a lane whose stretches have about so many weights.
LaneShape laneShape(const PreparedJob &job, std::uint64_t wantedWeights);

/// Stretches never get smaller than this.
constexpr std::uint64_t kSmallestStretch = 16 * 1024;

enum class DeviceUse {
    Works,
    NothingToDo, ///< no tensor is quantized to one of its types
    RowsTooLong, ///< a row, or what must stay together, is larger than its largest buffer
};
DeviceUse deviceUse(const PreparedJob &job, const DeviceDescription &device);

/// Weights of a stretch where memory is no matter: large enough to keep a card busy, small enough for a first answer
/// soon. Devices that compute on the processor get what the processor gets.
std::uint64_t wantedStretch(const DeviceDescription &device);
/// Lanes where memory is no matter.
int wantedLanes(const DeviceDescription &device);

} // namespace snug
