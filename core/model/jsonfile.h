// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small JSON files of a checkpoint, read whole and looked at without trust. For .cpp files only (see core/base/json.h).

#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace snug {

/// Reads a file of at most `maxBytes`. Errors: BadInput when it is larger; those of InputFile.
Result<std::string> readTextFile(const std::filesystem::path &path, std::uint64_t maxBytes);

/// Reads and parses a JSON object. Errors: BadInput naming the file.
Result<nlohmann::json> readJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes = 64u << 20);

/// The same for a file that need not be there: an empty object then.
Result<nlohmann::json> readOptionalJsonObject(const std::filesystem::path &path, std::uint64_t maxBytes = 64u << 20);

/// A member, or null when `object` is not an object or has none of that name.
const nlohmann::json &member(const nlohmann::json &object, std::string_view name);

/// Typed views of a value; nothing for another type. A float without fraction counts as a whole number.
std::optional<std::uint64_t> asUnsigned(const nlohmann::json &value);
std::optional<double> asNumber(const nlohmann::json &value);
std::optional<bool> asBool(const nlohmann::json &value);
std::optional<std::string> asText(const nlohmann::json &value);

} // namespace snug
