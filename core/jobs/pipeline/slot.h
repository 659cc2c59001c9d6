// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One slice on its way through the pipeline: filled by the reader, worked by a thread of the pool, emptied by the
// writer.

#pragma once

#include "core/base/result.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/pipeline/slices.h"
#include "core/memory/ledger.h"

#include <optional>
#include <vector>

namespace snug {

struct Slot
{
    enum class State { Free, Filled, Done };

    State state = State::Free; ///< guarded by the pipeline's mutex; all else belongs to whoever the state names
    Slice slice;
    HostBuffer source;
    std::vector<HostBuffer> outputs; ///< one per variant
    std::vector<std::size_t> outputBytes;
    std::optional<Error> error;
    std::vector<double> signal, noise;     ///< sums for the relative error, one per variant
    std::vector<double> seconds;           ///< processor time, one per variant
    std::vector<std::uint64_t> unweighted; ///< blocks that importance would have broken, one per variant
    bool onDevice = false;                 ///< a device did variants of it
    std::uint64_t redone = 0;              ///< blocks that the device handed back to the processor
};

/// What a thread of the pool keeps for all its slices: a slice as floats, and a tile (or, for folders, all of it) read
/// back from its output; room for exporters.
struct Scratch
{
    HostBuffer values, check, room;
};

/// Takes all buffers of a shape from the ledger. Errors: DoesNotFit.
Result<std::vector<Slot>> takeSlots(const PipelineShape &shape, Ledger &ledger);
Result<std::vector<Scratch>> takeScratch(const PipelineShape &shape, Ledger &ledger);

} // namespace snug
