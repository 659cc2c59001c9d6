// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs an exporter over a matrix as a job would, in slices, and puts its bytes where it says.

#pragma once

#include "core/exporters/exporter.h"

#include <string>
#include <vector>

namespace snug::test {

struct AssembledTensor
{
    SafetensorsWriter::Tensor info;
    std::vector<std::byte> bytes;
};

struct Assembled
{
    std::vector<AssembledTensor> tensors;
    std::vector<float> decoded; ///< what decode() gives for the same bytes
    std::string fault;          ///< a byte written twice or never, or outside its tensor; or "" when all is well

    const AssembledTensor &named(std::string_view ending) const;
};

/// Slices end at `cuts`, which the exporter must allow, and at the end of the matrix.
Assembled assemble(const Exporter &exporter, const Matrix &matrix, const std::vector<float> &values,
                   const std::vector<std::uint64_t> &cuts = {});

/// Bell-shaped numbers with a few far ones, the same each time; rounded to what `type` keeps.
std::vector<float> someWeights(std::uint64_t count, TensorType type, unsigned seed = 1);

/// A matrix with the largest magnitude of its values.
Matrix matrixOf(std::uint64_t rows, std::uint64_t cols, TensorType type, const std::vector<float> &values);

} // namespace snug::test
