// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Hyperparameters from GGUF metadata. Every value is hostile until checked.

#pragma once

#include "core/model/model.h"

#include <string_view>

namespace snug {

/// Most layers a model may say it has; the reference's own limit.
constexpr std::uint32_t kMaxLayerCount = 512;

/// Reads the keys under "ARCHITECTURE.". Counts that may differ by layer may be arrays of layerCount numbers.
/// Errors: BadInput naming key, value found and values accepted.
Result<Hyperparameters> readGgufHyperparameters(const GgufMetadata &metadata, std::string_view architecture);

} // namespace snug
