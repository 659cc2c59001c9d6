// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The cut of a model into slices: the unit that is read, quantized and written. Slices follow output order.

#pragma once

#include "core/jobs/prepare.h"
#include "core/model/model.h"
#include "core/weights/slice.h"

#include <cstdint>
#include <optional>

namespace snug {

/// Weights of one slice of this tensor at most, when slices should have about `wantedWeights`. Always a whole number of
/// blocks, and of rows where rows are reordered or made of pieces, or importance makes blocks look at their whole row.
/// Block lengths are powers of two up to 256 and rows hold whole blocks, so otherwise a tensor can be cut anywhere at
/// multiples of 256 as if it were one long row.
std::uint64_t sliceWeights(const PreparedJob &job, std::size_t tensorIndex, std::uint64_t wantedWeights);

/// Walks all slices of a job's model in output order. A plain value; holds no list that would grow with the model.
class SliceCursor
{
public:
    SliceCursor(const PreparedJob &job, std::uint64_t wantedWeights) : m_job(&job), m_wantedWeights(wantedWeights) {}
    /// The next slice; nothing after the last.
    std::optional<Slice> next();

private:
    const PreparedJob *m_job;
    std::uint64_t m_wantedWeights;
    std::size_t m_tensorIndex = 0;
    std::uint64_t m_weight = 0;
    std::uint64_t m_sliceWeights = 0; // of the current tensor, once it has begun
};

} // namespace snug
