// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the escapes in a quoted text of a template stand for: those of Python.

#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace snug::chat {

/// `text` is what lies between the quotes, in line `line`. Unknown escapes stay as they are.
/// Errors: BadInput for digits that are missing or name no character; Unsupported for names of characters.
Result<std::string> unescaped(std::string_view text, int line);

} // namespace snug::chat
