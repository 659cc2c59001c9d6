// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Speed of the kernels: one core, rows that stay in its cache.

#pragma once

#include "core/jobs/bench/bench.h"

namespace snug {

/// Appends a row for every wanted type or format, direction and instruction set this processor has, fastest set first.
/// Seconds are processor time of this thread, the median of at least five runs and a quarter of a second.
void benchKernels(const BenchWanted &wanted, std::vector<BenchRow> &rows);

} // namespace snug
