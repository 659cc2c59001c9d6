// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The figures behind plan() and run(): memory, disk and time, worked out from headers alone.

#pragma once

#include "core/base/result.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/plan.h"
#include "core/jobs/prepare.h"

#include <cstdint>
#include <optional>

namespace snug {

struct RunFigures
{
    PipelineShape shape;
    std::uint64_t baseBytes = 0;     ///< what the process holds outside the pipeline's buffers
    std::uint64_t ramPeakBytes = 0;  ///< base and buffers
    std::uint64_t vramPeakBytes = 0; ///< buffers on the job's device; what its driver takes besides is not known before
    std::optional<std::uint64_t> vramFreeBytes; ///< where the driver tells
    std::optional<std::uint64_t> bufferLimitBytes;
    bool sourceCrowdsCache = false; ///< the source is larger than half of the free RAM: let pages go after use
    double checkSeconds = 0;        ///< looking through the source first; 0 when that is not done
    double quantizeSeconds = 0;     ///< reading, working and writing overlap: the slowest of the three
    double saveSeconds = 0;
    double seconds = 0;
};

/// Errors: DoesNotFit when the RAM limit leaves too little.
Result<RunFigures> runFigures(const PreparedJob &job, const Machine &machine);

/// What one weight of a tensor costs a variant, in processor seconds: copied, quantized, or quantized with importance.
double secondsPerWeight(const PreparedJob &job, std::size_t variant, std::size_t tensorIndex, const Machine &machine);

/// Errors: DoesNotFit, with the figures, when the outputs do not fit their disks together.
Result<void> checkDisk(const PreparedJob &job);

/// Bits per weight of a variant: all tensor bytes over all weights.
double bitsPerWeight(const PreparedJob &job, std::size_t variant);

} // namespace snug
