// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How large the pipeline is: threads, slots in flight, weights per slice, and from these its exact memory. The planner
// predicts with it and the pipeline takes its buffers by it, so that the two cannot disagree.

#pragma once

#include "core/base/result.h"
#include "core/jobs/device/deviceshape.h"
#include "core/jobs/prepare.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace snug {

/// Weights that are worked at once where a second look follows, to be still in the innermost cache then. All block
/// lengths divide it.
constexpr std::uint64_t kTileWeights = 4096;

struct PipelineShape
{
    int threads = 1;
    int slotCount = 2;                      ///< slices in flight between reader and writer
    std::uint64_t wantedWeights = 0;        ///< weights per slice, about
    std::uint64_t sourceBytes = 0;          ///< source buffer of one slot, with the room that making a slice needs
    std::vector<std::uint64_t> outputBytes; ///< output buffers of one slot, one per variant
    /// Weights that a thread works at once, the largest slice unless a device takes larger ones; it holds them as
    /// floats, and so many as they come back from an output.
    std::uint64_t scratchWeights = 0, checkWeights = kTileWeights;
    std::uint64_t roomBytes = 0;       ///< that exporters of folders work in, of one thread
    std::optional<DeviceShape> device; ///< lanes on a device, where the job runs on one

    std::uint64_t weightsMemoryBytes() const { return static_cast<std::uint64_t>(slotCount) * sourceBytes; }
    std::uint64_t outputMemoryBytes() const;
    std::uint64_t workspaceMemoryBytes() const
    {
        return static_cast<std::uint64_t>(threads) * ((scratchWeights + checkWeights) * sizeof(float) + roomBytes);
    }
    /// All buffers in RAM together: what the ledger will show while the pipeline runs.
    std::uint64_t memoryBytes() const
    {
        return weightsMemoryBytes() + outputMemoryBytes() + workspaceMemoryBytes() + (device ? device->hostBytes() : 0);
    }
};

/// What buffers may take; nothing for no limit.
struct MemoryLimits
{
    std::optional<std::uint64_t> ramBytes, vramBytes;
};

/// The largest useful shape within the limits: first fewer slots, then smaller slices, then fewer threads. Slices are
/// as the job asks, where it does (job.sliceWeights). For a job on a device that has something to do there, slices are
/// the device's stretches, with as many lanes as fit. Errors: DoesNotFit with the least that is needed.
Result<PipelineShape> chooseShape(const PreparedJob &job, int threads, const MemoryLimits &limits);

} // namespace snug
