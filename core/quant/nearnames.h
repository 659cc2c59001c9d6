// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// For error messages: the known names that are nearest to a wrong one.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace snug {

bool sameIgnoringCase(std::string_view a, std::string_view b);

/// The three names with the fewest edits from `wrongName`, ignoring case, '_' and '-': "Q4_K_M, Q4_K_S, Q5_K_M". A name
/// that begins with `wrongName` is one edit away, and the other way round. Of equally distant names the one that begins
/// alike goes first, then the one that comes first.
std::string nearestNames(std::string_view wrongName, std::span<const std::string_view> names);

} // namespace snug
