// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What an importance matrix says about a model: figures for every weight and layer, as text and as JSON.

#pragma once

#include "core/calib/importancesums.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snug {

/// Figures over the mean squares of a weight's columns, of those experts that some row has reached.
struct TensorImportance
{
    std::string name;                   ///< "blk.3.attn_q.weight"
    std::optional<std::uint64_t> layer; ///< 3; nothing outside the layers
    std::string part;                   ///< "attn_q": what is compared from layer to layer
    std::uint64_t experts = 1, seenExperts = 1;
    std::uint64_t values = 0; ///< columns of all experts that were reached
    double sum = 0, least = 0, most = 0, mean = 0;
    double deviation = 0;   ///< of all values (divided by their number)
    double activeShare = 0; ///< of values above 1e-5
    double entropy = 0;     ///< in bits, of the values as shares of their sum
    double evenness = 0;    ///< entropy / log2(values): 1 when all columns matter alike; 0 for a single value
    double highShare = 0;   ///< of values more than one deviation above the mean ("z-score density")
    /// Cosine of the angle to the same part in the layer before, over experts reached in both. Nothing without such a
    /// weight of the same shape, or when one of them is all zeros.
    std::optional<double> similarity;
};

/// Means over a layer's weights, each counted by its number of values.
struct LayerImportance
{
    std::uint64_t layer = 0;
    std::uint64_t values = 0;
    double sum = 0;
    double highShare = 0;
    std::optional<double> similarity; ///< over the weights that have one
};

struct ImportanceStatistics
{
    std::vector<TensorImportance> tensors; ///< by part, those with the largest sums first
    std::vector<LayerImportance> layers;   ///< by number
};

/// Computes them in doubles. Weights that no row has reached are left out. Definitions as the reference's
/// `llama-imatrix --show-statistics` has them (pull request 12718), but for a layer's similarity, which there counts
/// weights without one as 0.
ImportanceStatistics importanceStatistics(const ImportanceSums &sums);

/// Both tables, for a terminal. Ends with a newline.
std::string importanceTable(const ImportanceStatistics &statistics);

/// {"tensors": [...], "layers": [...]}, indented by 2. Names of the keys: the fields of the structs, in snake case.
std::string importanceJson(const ImportanceStatistics &statistics);

} // namespace snug
