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

/// Looks at the source of a slice alone, and raises `peak`, if given, to its largest magnitude. False, with the error
/// in the slot, when it holds NaN or infinity.
bool checkSlice(const PreparedJob &job, Slot &slot, Scratch &scratch, float *peak);

// The same in steps, for those who let a device do some of them.

/// Part of a slice that is worked at once, in weights from the slice's first; cut as slices are.
struct Stretch
{
    std::uint64_t first = 0, count = 0;
};

/// Clears what the slot says of its slice and sets the sizes of its outputs.
void beginSlice(const PreparedJob &job, Slot &slot);

/// Does `variants` of a slice in stretches that fit the scratch. False, with the error in the slot, as above; after a
/// stop the rest is left undone.
bool workVariants(const PreparedJob &job, std::span<const float> importance, std::span<const std::size_t> variants,
                  Slot &slot, Scratch &scratch, const StopFlag &stop);

/// Source of a stretch as floats in scratch.values. False, with the error in the slot, for NaN or infinity. Types
/// without a kernel are left out: they can only be copied.
bool stretchToFloats(const PreparedJob &job, Slot &slot, Scratch &scratch, const Stretch &stretch);

/// Quantizes scratch.values to a variant's output. Types that look at whole rows get whole rows. False, with the error
/// in the slot, when a scale overflows.
bool quantizeStretch(const PreparedJob &job, std::span<const float> importance, std::size_t variant, Slot &slot,
                     Scratch &scratch, const Stretch &stretch);

/// The importance values of the row that holds weight `index` of a tensor: one a column.
std::span<const float> importanceOfRow(const ModelTensor &tensor, std::span<const float> importance,
                                       std::uint64_t index);

} // namespace snug
