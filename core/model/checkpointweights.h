// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From a rule of the table and the stored tensors it takes to the place and the making of a GGUF tensor's weights.

#pragma once

#include "core/formats/safetensors.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointfamily.h"

#include <span>

namespace snug {

/// A stored tensor with the one that holds its scales, if any, or with what its codes mean.
struct StoredTensor
{
    const SafetensorsTensor *weights = nullptr;
    const SafetensorsTensor *scales = nullptr;
    const CodedMatrix *coded = nullptr;
};

/// A length as config.json gives it; 0 for None.
std::uint64_t lengthOf(Extent extent, const CheckpointConfig &config);

/// Shape a stored tensor must have by the config. For PerExpert that of one expert.
std::vector<std::uint64_t> storedShape(const TensorRule &rule, const CheckpointConfig &config);

/// Shape its scales must have; empty where it has none, or one for all (which may be [] or [1]).
std::vector<std::uint64_t> scaleShape(const TensorRule &rule, const CheckpointConfig &config);

/// Name of the tensor with the scales: NAME_scale_inv of FP8 weights, NAME_scales of NAME_blocks; else "".
std::string scaleName(const SafetensorsTensor &tensor);

/// Whether the rule can take weights stored so. FP8 needs a config that says how it is scaled.
bool canTake(const TensorRule &rule, std::string_view dtype, const CheckpointConfig &config);

/// Whether the rule can take a coded matrix: whole ones, as they are or with rows in another order.
bool canTakeCodes(const TensorRule &rule);

/// Fills dims, type and source of a tensor. `parts` are all experts in order for PerExpert, else one tensor; their
/// shapes and dtypes have been checked, and parts have the same dtype.
void fillWeights(ModelTensor &tensor, const TensorRule &rule, const CheckpointConfig &config,
                 std::span<const StoredTensor> parts);

/// The type a safetensors dtype is listed as; nothing for one that has no counterpart ("F8_E4M3", "BOOL").
std::optional<TensorType> typeOfDtype(std::string_view dtype);

} // namespace snug
