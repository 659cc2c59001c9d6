// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From tensors as a checkpoint names and shapes them to tensors as GGUF does.

#pragma once

#include "core/formats/safetensors.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointfamily.h"

#include <string>

namespace snug {

/// The type a safetensors dtype is listed as; nothing for one that has no counterpart ("F8_E4M3", "BOOL").
std::optional<TensorType> typeOfDtype(std::string_view dtype);

/// Adds every tensor under its own name, shape reversed. The first number in a name counts as its layer.
/// Errors: Unsupported naming a tensor whose dtype has no counterpart.
Result<void> addTensorsAsStored(Model &model, const SafetensorsSet &set);

/// Adds the tensors of a family under their GGUF names. Vectors become F32; biases of q and k are read and put into
/// TensorSource::values in GGUF order, since a row order cannot describe a vector.
/// Answers a sentence why the model cannot be converted (a tensor the family does not have, a dtype other than F32,
/// F16 and BF16), or "". Errors: BadInput for missing tensors and for shapes that contradict the config; Io.
Result<std::string> mapTensors(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                               const SafetensorsSet &set);

} // namespace snug
