// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rows of the kinds where rounding, ties, zeros, subnormals and overflow could tell implementations apart, with
// weights.

#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace snug::test {

using Random = std::mt19937; // its numbers are the same everywhere, those of std's distributions are not
using Row = std::vector<float>;

/// How to make value i of a row; `step` is drawn once a row.
struct RowKind
{
    const char *name;
    int leastExponent, largestExponent; ///< of `step`
    float (*value)(int i, float step, Random &random);
};

/// The first is what weights of a model look like.
std::span<const RowKind> rowKinds();
Row makeRow(const RowKind &kind, int cols, Random &random);

/// The first is no weights at all, which makeWeights() gives as zeros.
std::span<const char *const> weightKinds();
Row makeWeights(int kind, int cols, Random &random);

} // namespace snug::test
