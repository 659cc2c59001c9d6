// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How fast a device quantizes a type, everything that a run does with it included but the disk.

#pragma once

#include "core/backends/device.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace snug {

/// What is timed: halves sent, turned to floats, quantized, measured, fetched; as many lanes as a run would have.
struct DeviceTrial
{
    TensorType type = TensorType::Q4_0;
    bool weighted = false;     ///< with importance
    std::uint64_t weights = 0; ///< of one stretch at most; 0: what a run would take
    int lanes = 0;             ///< at most; 0: what a run would take
    bool copiesOnly = false;   ///< the same bytes sent and fetched, with no work between: a floor for the others
};

/// Weights a second over about `time` after a first, uncounted round; over that round where it took longer. Its buffers
/// are taken from the ledger; where memory is short, stretches get smaller. Remembers the answer, but not that of
/// copies. Any thread.
DeviceResult<double> measureDevice(const BackendDevice &device, const DeviceTrial &trial, Ledger &ledger,
                                   std::chrono::milliseconds time = std::chrono::milliseconds(150));

/// What measureDevice() found last for a device and a type in this program's life.
std::optional<double> knownDeviceSpeed(const std::string &id, TensorType type, bool weighted);

} // namespace snug
