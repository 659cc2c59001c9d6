// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/tokenstream.h"

#include <fmt/format.h>

namespace snug::chat {

namespace {

std::string_view described(const Token &token)
{
    switch (token.kind) {
    case TokenKind::End:
    case TokenKind::Text:
    case TokenKind::OutputBegin:
    case TokenKind::BlockBegin:
        return "the end of the tag";
    case TokenKind::OutputEnd:
        return "}}";
    case TokenKind::BlockEnd:
        return "%}";
    case TokenKind::String:
        return "a text";
    default:
        return token.text;
    }
}

} // namespace

const Token &TokenStream::take()
{
    const Token &taken = current();
    if (m_at + 1 < m_tokens.size())
        ++m_at;
    return taken;
}

bool TokenStream::takeSign(std::string_view sign) { return atSign(sign) && (take(), true); }

bool TokenStream::takeName(std::string_view name) { return atName(name) && (take(), true); }

Result<void> TokenStream::expectSign(std::string_view sign)
{
    if (!takeSign(sign))
        return unexpected(fmt::format("'{}'", sign));
    return {};
}

Result<void> TokenStream::expectName(std::string_view name)
{
    if (!takeName(name))
        return unexpected(fmt::format("'{}'", name));
    return {};
}

Result<void> TokenStream::expect(TokenKind kind, std::string_view what)
{
    if (!at(kind))
        return unexpected(what);
    take();
    return {};
}

Result<std::string> TokenStream::name()
{
    if (!at(TokenKind::Name))
        return unexpected("a name");
    return take().text;
}

tl::unexpected<Error> TokenStream::unexpected(std::string_view expected) const
{
    return syntaxFault(current().line, fmt::format("{} is expected, not {}", expected, described(current())));
}

} // namespace snug::chat
