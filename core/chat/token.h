// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A template's source cut into texts and the parts of its tags, with blanks taken away where Jinja does.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug::chat {

enum class TokenKind {
    Text,        ///< between tags
    OutputBegin, ///< {{
    OutputEnd,   ///< }}
    BlockBegin,  ///< {%
    BlockEnd,    ///< %}
    Name,
    String, ///< escapes resolved
    Integer,
    Float,
    Operator,
    End,
};

struct Token
{
    TokenKind kind = TokenKind::End;
    int line = 1;
    std::string text = {}; ///< as written, but for String
    std::int64_t integer = 0;
    double real = 0;
};

/// Tokens of a template, the last one being End. As Jinja does with trim_blocks and lstrip_blocks: the first line break
/// after a block is dropped, and so are blanks between a line's start and a block; "-" drops all blanks, "+" none.
/// Errors: BadInput for tags and texts that do not end; Unsupported for characters that no expression has, numbers
/// beyond 64 bits, and "\N" in texts.
Result<std::vector<Token>> tokensOf(std::string_view source);

/// What a fault of the template's text is told as: where, what, and what to do.
tl::unexpected<Error> syntaxFault(int line, std::string_view what);
tl::unexpected<Error> unknownConstruct(int line, std::string_view construct);

} // namespace snug::chat
