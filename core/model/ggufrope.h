// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a GGUF scales positions, in the terms of config.json.

#pragma once

#include "core/model/model.h"

#include <string>

namespace snug {

/// "rope_scaling" as a JSON object, or "null". From keys (linear, yarn) and tensors with factors: those of Phi-3 go
/// into the lists of longrope, those of Llama are compared with what the rule of Llama 3 gives for the settings in use.
/// Errors: Unsupported for factors that no setting gives and for other kinds of scaling; BadInput for a wrong number of
/// factors or ones that are not positive; Io.
Result<std::string> ropeScalingOfGguf(const Model &model, double ropeBase, std::uint32_t ropeDimensions);

/// True for tensors that hold rotary factors; they have no counterpart in a checkpoint.
bool isRopeFactors(const Model &model, const ModelTensor &tensor);

} // namespace snug
