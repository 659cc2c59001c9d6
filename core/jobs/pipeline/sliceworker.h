// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What happens to one slice on a thread of the pool: to floats, checked, quantized for every variant, error measured.

#pragma once

#include "core/base/stopflag.h"
#include "core/jobs/pipeline/slot.h"
#include "core/jobs/prepare.h"

namespace snug {

/// Fills the slot's outputs, sums and error. Reads nothing but the slot and the job; any thread, one slot each.
/// Errors (in the slot): BadInput for NaN or infinity in a weight, with tensor and position, or for a weight too large
/// for the type's scale.
void workSlice(const PreparedJob &job, Slot &slot, Scratch &scratch, const StopFlag &stop);

} // namespace snug
