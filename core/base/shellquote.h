// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Words of commands that somebody is to copy into a shell.

#pragma once

#include <string>
#include <string_view>

namespace snug {

/// `word` so that a POSIX shell sees one word: as it is where that does, else in single quotes. Any thread.
std::string shellQuoted(std::string_view word);

} // namespace snug
