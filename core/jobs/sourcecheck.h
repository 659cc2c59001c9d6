// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A look at the whole source before a long run, so that a NaN is not found hours in.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/prepare.h"
#include "core/weights/tensorreader.h"

#include <span>
#include <vector>

namespace snug {

/// Seconds that looking through the source first takes; 0 when it is not done: where no variant needs the largest
/// magnitude of its matrices, a short run finds a NaN soon enough by itself, and where reading takes the time the look
/// would nearly double it.
double lookSeconds(const PreparedJob &job, double quantizeSeconds);

/// Some variant codes its matrices by their largest magnitude, so that the source must be looked through first.
bool needsPeaks(const PreparedJob &job);

/// Reads all tensors once, in slices of the shape, and holds one slice of memory. Where some variant needs it, gives
/// the largest magnitude of each tensor, else nothing. Ends early, without an error, when a stop is asked for. Errors:
/// those of workSlice() about the source; those of reading.
Result<std::vector<float>> checkSource(const PreparedJob &job, const PipelineShape &shape, const TensorReader &reader,
                                       JobContext &context);

/// Tells all matrices their peaks. Fused siblings, which readers make one matrix of, share the largest.
void setPeaks(PreparedJob &job, std::span<const float> peaks);

} // namespace snug
