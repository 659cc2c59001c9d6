// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Entries of JobSpec::tensorTypes: the pattern that means one tensor and no other, written and recognised.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace snug::ui {

/// One entry taken apart at its last "=".
struct TensorTypeEntry
{
    std::string pattern; ///< a regular expression searched in names
    std::string type;    ///< "Q6_K"

    bool operator==(const TensorTypeEntry &) const = default;
};
TensorTypeEntry splitEntry(std::string_view entry);
std::string joinEntry(const TensorTypeEntry &entry);

/// "blk.3.ffn_down.weight" -> "^blk\.3\.ffn_down\.weight$".
std::string patternOf(std::string_view tensorName);
/// The name that patternOf() made this pattern of; nothing for any other pattern.
std::optional<std::string> tensorNameOf(std::string_view pattern);

} // namespace snug::ui
