// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Names found in files: whether they are fit to be shown, and how to quote them in a message.

#pragma once

#include <string>
#include <string_view>

namespace snug {

/// True for well-formed UTF-8 without control characters. Names that are not go no further than the reader, so that
/// lists, logs and JSON never meet them.
bool isPlainText(std::string_view text);

/// The text in single quotes, safe on a terminal: other bytes than plain text become '?', long text is cut.
std::string quoteName(std::string_view text);

} // namespace snug
