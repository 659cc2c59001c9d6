// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether the numbers of config.json are there and possible.

#pragma once

#include "core/model/checkpointconfig.h"

#include <string>

namespace snug {

/// Counts a conversion needs: there, whole, in range. Errors: BadInput naming the key.
Result<void> checkCounts(const JsonTree &config, const CheckpointFamily *family);

/// What has to hold between them, and the position scaling. Errors: BadInput.
Result<void> checkNumbers(const JsonTree &tree, const CheckpointConfig &config);

/// A sentence about what the config asks for and a GGUF of the family could not say; or "".
std::string inexpressibleIn(const JsonTree &tree, const CheckpointConfig &config);

} // namespace snug
