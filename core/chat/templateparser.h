// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A template's source to its syntax tree.

#pragma once

#include "core/base/result.h"
#include "core/chat/syntax.h"

#include <string_view>

namespace snug::chat {

/// Errors: BadInput for a source that is damaged or longer than 1 MiB; Unsupported for statements Snug does not know.
Result<Body> parseTemplate(std::string_view source);

} // namespace snug::chat
