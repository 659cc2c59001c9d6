// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Speed of every device beside the processor.

#pragma once

#include "core/jobs/bench/bench.h"

namespace snug {

/// Appends, for every device that opens and every type:
/// device-copy/TYPE/DEVICE      the bytes of a run sent and fetched, as a floor
/// device/TYPE/DEVICE           all that a run does with them
/// device-imatrix/TYPE/DEVICE   the same with importance
/// The source is F16. The remark says how many times as long as the copies it took. Where something fails, the remark
/// says what and the speed is 0.
void benchDevices(const BenchWanted &wanted, std::vector<BenchRow> &rows);

} // namespace snug
