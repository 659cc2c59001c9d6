// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What config.json says of a checkpoint for bitsandbytes.

#pragma once

#include "core/exporters/scheme.h"

#include <span>
#include <string>

namespace snug {

/// The JSON object. Without modules that stay as they are it has none ("null"): readers then leave the output head.
/// Source: transformers, BitsAndBytesConfig.
std::string bitsAndBytesConfig(const Scheme &scheme, std::span<const std::string> floatModules, std::string_view dtype);

} // namespace snug
