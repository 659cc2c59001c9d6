// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A run of weights of one tensor, in output order: the unit that is read and worked on.

#pragma once

#include <cstddef>
#include <cstdint>

namespace snug {

/// It starts and ends on block boundaries of every type; on rows where rows are reordered or made of pieces.
struct Slice
{
    std::size_t tensorIndex = 0; ///< into Model::tensors
    std::uint64_t firstWeight = 0;
    std::uint64_t weightCount = 0;
    bool lastOfTensor = false;
};

} // namespace snug
