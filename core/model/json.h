// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// JSON values looked at without trust. For .cpp files of this room, and its tests, only.

#pragma once

#include "core/model/jsontree.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace snug {

struct JsonTree::Content
{
    nlohmann::json value;
};

inline const nlohmann::json &valueOf(const JsonTree &tree) { return tree.content().value; }
inline nlohmann::json &valueOf(JsonTree &tree) { return tree.content().value; }

/// A member, or null when `object` is not an object or has none of that name.
const nlohmann::json &member(const nlohmann::json &object, std::string_view name);
inline const nlohmann::json &member(const JsonTree &tree, std::string_view name) { return member(valueOf(tree), name); }

/// Typed views of a value; nothing for another type. A float without fraction counts as a whole number.
std::optional<std::uint64_t> asUnsigned(const nlohmann::json &value);
std::optional<double> asNumber(const nlohmann::json &value);
std::optional<bool> asBool(const nlohmann::json &value);
std::optional<std::string> asText(const nlohmann::json &value);

/// A whole number from 1 to `most`; nothing for any other value.
std::optional<std::uint64_t> asLength(const nlohmann::json &value, std::uint64_t most);

/// A value as a message shows it.
std::string shownJson(const nlohmann::json &value);

/// The object about positions in a config.json: newer files have one for everything, and some of these one for each
/// kind of layer.
const nlohmann::json &ropeOf(const nlohmann::json &config);

} // namespace snug
