// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is said of weights that cannot be quantized, with their place as the source has it.

#pragma once

#include "core/base/error.h"
#include "core/model/model.h"

#include <cstdint>

namespace snug {

/// BadInput: `value`, NaN or infinite, is weight `index` of the tensor.
Error nonFiniteError(const Model &model, const ModelTensor &tensor, std::uint64_t index, float value);

/// BadInput: a block or group at or after weight `index` has a scale beyond 16 bits.
Error overflowError(const ModelTensor &tensor, std::uint64_t index, std::string_view typeName);

} // namespace snug
