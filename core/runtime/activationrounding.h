// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Rounding of activations before a product, where a program that runs the model would do it.

#pragma once

#include "core/backends/abi.h"
#include "core/formats/tensortype.h"

#include <optional>

namespace snug {

enum class ActivationRounding {
    None,     ///< floats, as graphics cards and the checkpoint's own class have them
    LlamaCpp, ///< 8 bits before products with quantized weights, as llama.cpp does on the processor
};

/// How llama.cpp rounds rows before products with weights of this type; nothing for floats.
std::optional<SnugRowRounding> rowRoundingOf(TensorType type);

} // namespace snug
