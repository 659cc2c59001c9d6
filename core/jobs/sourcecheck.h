// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A look at the whole source before a long run, so that a NaN is not found hours in.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/pipeline/slicereader.h"
#include "core/jobs/prepare.h"

namespace snug {

/// Seconds that checking the source first would take; 0 when it is not worth it: a short run finds a NaN soon enough by
/// itself, and where reading takes the time the check would nearly double it.
double sourceCheckSeconds(const PreparedJob &job, double quantizeSeconds);

/// Reads all tensors once, in slices of the shape, and holds one slice of memory. Ends early, without an error, when a
/// stop is asked for. Errors: those of workSlice() about the source; those of reading.
Result<void> checkSource(const PreparedJob &job, const PipelineShape &shape, const SliceReader &reader,
                         JobContext &context);

} // namespace snug
