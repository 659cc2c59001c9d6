// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Inputs are never written over, whatever name or link they go by.

#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <filesystem>

namespace snug {

/// Whether both are one file: by name, or by a link of either kind. False where one is not there and names differ.
bool isSameFile(const std::filesystem::path &a, const std::filesystem::path &b);

/// Errors: Usage when `output` is one of the model's files, or another file that lies in the folder of a checkpoint.
Result<void> checkOutputIsNoInput(const Model &model, const std::filesystem::path &output);

} // namespace snug
