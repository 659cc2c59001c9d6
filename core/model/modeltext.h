// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text that came from a file, made fit to be shown and to stand in a file name.

#pragma once

#include <string>
#include <string_view>

namespace snug {

/// Valid UTF-8 without control characters, at most `maxBytes` long: every bad byte becomes '?'.
std::string printable(std::string_view text, std::size_t maxBytes = 200);

/// printable(), and safe as one component of a path: no separators, no leading dot, no spaces at either end.
std::string fileNameSafe(std::string_view text);

/// With the letters A to Z made small; all other bytes stay.
std::string lowered(std::string_view text);

} // namespace snug
