// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Speed and memory of whole jobs on generated models.

#pragma once

#include "core/jobs/bench/bench.h"

namespace snug {

/// Appends a row for every wanted job:
/// pipeline/LEVEL     a dense model
/// copy/LEVEL         the same bytes read and written without work between, as a measure
/// embedding/LEVEL    hardly more than a vocabulary of 128,256 rows of 8,192
/// experts/LEVEL      tensors of 128 experts
/// Models of options.modelBytes are made in a folder that goes away; the last two have a size of their own.
/// Errors: Io or DoesNotFit when a model cannot be made or a job fails.
Result<void> benchPipelines(const BenchOptions &options, const BenchWanted &wanted, std::vector<BenchRow> &rows);

} // namespace snug
