// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether an importance matrix may be written where it is to go: asked before hours of work, not after them.

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>

namespace snug {

/// Errors: Io where the folder is none, or nothing may be written in it.
Result<void> checkMatrixPlace(const std::filesystem::path &output);

/// The output, and the files beside it while it is made, are none of these. Errors: Usage.
Result<void> checkMatrixIsNoInput(const std::filesystem::path &output, std::span<const std::filesystem::path> inputs);

/// Nothing but an importance matrix is replaced, and that only when asked for. Errors: Usage.
Result<void> checkMatrixReplaces(const std::filesystem::path &output, bool overwrite);

} // namespace snug
