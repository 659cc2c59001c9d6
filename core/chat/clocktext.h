// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A date and time as strftime() writes it, in English.

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace snug::chat {

/// The text of `format` ("%d %b %Y"), or nothing for a directive that is not known, which is put into `unknown`.
std::optional<std::string> clockText(std::chrono::sys_seconds now, std::string_view format, std::string &unknown);

} // namespace snug::chat
