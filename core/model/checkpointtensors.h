// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From tensors as a checkpoint names and shapes them to tensors as GGUF does.

#pragma once

#include "core/formats/safetensors.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointfamily.h"
#include "core/model/codedtensors.h"

#include <string>

namespace snug {

/// Adds every tensor under its own name, shape reversed. The first number in a name counts as its layer.
/// Errors: Unsupported naming a tensor whose dtype has no counterpart.
Result<void> addTensorsAsStored(Model &model, const SafetensorsSet &set);

/// Adds the tensors of a family under their GGUF names, made of one stored tensor, of a part of one, or of one for each
/// expert. Vectors, biases and routers become F32; biases of q and k that change their order are read and put into
/// TensorSource::values, since a row order cannot describe a vector. Other parts of a wrapper (vision towers) are left
/// out with a note. Answers a sentence why the model cannot be converted (a tensor the family does not have, a dtype it
/// cannot take), or "". `coded`: which of the set are matrices of codes, by name (see gatherCodes()). Errors: BadInput
/// for missing tensors, experts and scales, and for shapes that contradict the config; Io.
Result<std::string> mapTensors(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                               const SafetensorsSet &set, const CodedMatrices &coded = {});

} // namespace snug
