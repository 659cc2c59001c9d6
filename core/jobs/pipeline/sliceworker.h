// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What happens to one slice on a thread of the pool: to floats, checked, quantized for every variant, error measured.

#pragma once

#include "core/base/stopflag.h"
#include "core/jobs/pipeline/slot.h"
#include "core/jobs/prepare.h"

#include <span>

namespace snug {

/// Fills the slot's outputs, sums and error. `importance` has one value a column, expert after expert, or is empty.
/// Reads nothing but these and the job; any thread, one slot each. Where importance makes a block's stored scale
/// infinite or NaN (a block whose values are all 0 does), that block is quantized without, and counted in the slot; the
/// reference gives up instead. Errors (in the slot): BadInput for NaN or infinity in a weight, with tensor and
/// position, or for a weight too large for the type's scale.
void workSlice(const PreparedJob &job, std::span<const float> importance, Slot &slot, Scratch &scratch,
               const StopFlag &stop);

/// Looks at the source of a slice alone. False, with the error in the slot, when it holds NaN or infinity.
bool checkSlice(const PreparedJob &job, Slot &slot, Scratch &scratch);

} // namespace snug
