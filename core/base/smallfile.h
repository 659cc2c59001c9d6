// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small text files of the kernel (/proc, /sys): read whole, or nothing.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// The first 64 KiB of a file; nothing when it cannot be opened or read. Never throws, never waits on a pipe.
std::optional<std::string> readSmallFile(const std::string &path);

/// A decimal number that fills `text` but for blanks around it; nothing for anything else ("max", "-1", overflow).
std::optional<std::uint64_t> parseNumber(std::string_view text);

/// Words of a line, split at blanks and tabs.
std::vector<std::string_view> splitWords(std::string_view line);

/// Lines of a text without their line ends.
std::vector<std::string_view> splitLines(std::string_view text);

} // namespace snug
