// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tokens of a template, taken one after the other.

#pragma once

#include "core/chat/token.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace snug::chat {

/// Where a parser is among the tokens. The last token is End and is never passed.
class TokenStream
{
public:
    explicit TokenStream(std::span<const Token> tokens) : m_tokens(tokens) {}

    const Token &current() const { return m_tokens[m_at]; }
    const Token &ahead() const { return m_tokens[std::min(m_at + 1, m_tokens.size() - 1)]; }
    const Token &take();
    bool at(TokenKind kind) const { return current().kind == kind; }
    bool atSign(std::string_view sign) const { return at(TokenKind::Operator) && current().text == sign; }
    bool atName(std::string_view name) const { return at(TokenKind::Name) && current().text == name; }
    bool takeSign(std::string_view sign);
    bool takeName(std::string_view name);
    Result<void> expectSign(std::string_view sign);
    Result<void> expectName(std::string_view name);
    Result<void> expect(TokenKind kind, std::string_view what);
    Result<std::string> name();
    /// "')' is expected, not 'x'"
    tl::unexpected<Error> unexpected(std::string_view expected) const;

private:
    std::span<const Token> m_tokens;
    std::size_t m_at = 0;
};

} // namespace snug::chat
