// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Regular expressions that pick tensors or modules by name.

#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace snug {

/// A plain value. The pattern is ECMAScript, searched anywhere in the name, ignoring the case of letters.
class NamePattern
{
public:
    /// `option` is where the text was given, for the errors. Errors: Usage naming the pattern: one that is empty, too
    /// long or no regular expression.
    static Result<NamePattern> parse(std::string_view text, std::string_view option);

    bool finds(std::string_view name) const;
    const std::string &text() const { return m_text; }

private:
    struct Compiled;

    std::string m_text;
    std::shared_ptr<const Compiled> m_compiled;
};

} // namespace snug
