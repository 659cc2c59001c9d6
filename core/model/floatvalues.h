// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small tensors read as floats: biases that have to be put in another order.

#pragma once

#include "core/model/model.h"

namespace snug {

/// All values of an F32, F16 or BF16 tensor, exactly. Errors: Internal for other types; those of InputFile.
Result<std::vector<float>> readFloats(const std::filesystem::path &path, const TensorSource &source);

} // namespace snug
