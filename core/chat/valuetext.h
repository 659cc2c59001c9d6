// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Values as texts: what a template prints, and JSON both ways.

#pragma once

#include "core/chat/run.h"

#include <optional>
#include <string>
#include <string_view>

namespace snug::chat {

/// str() of Python: "None", "True", "1.0", "['a', 1]". Nothing for an undefined value.
Result<std::string> printed(Run &run, const Value &value);
/// A float as Python writes it: "1.0", "1e-05".
std::string printedFloat(double value);

struct JsonStyle
{
    std::optional<std::string> indent; ///< of one level; none: all in one line
    bool asciiOnly = false;
    bool sortKeys = false;
    std::string itemSeparator = ", ";
    std::string keySeparator = ": ";
};

/// json.dumps() of Python.
Result<std::string> toJson(Run &run, const Value &value, const JsonStyle &style);

/// A value from JSON text, keys in their order. `what` names it in messages.
/// Errors: BadInput for text that is no JSON, goes deeper than 64, or has integers beyond 64 bits.
Result<Value> fromJson(std::string_view text, std::string_view what);

} // namespace snug::chat
