// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The lexer. Source of the rules for blanks: the behaviour of Jinja 3.1 with trim_blocks, lstrip_blocks and without
// keep_trailing_newline.

#include "core/chat/pythontext.h"
#include "core/chat/stringliteral.h"
#include "core/chat/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace snug::chat {

namespace {

constexpr std::size_t kLongestName = 128;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Line breaks become "\n", and the last one goes.
std::string normalized(std::string_view source)
{
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n')
            continue;
        text += source[i] == '\r' ? '\n' : source[i];
    }
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

class Lexer
{
public:
    explicit Lexer(std::string_view source) : m_source(source) {}

    Result<std::vector<Token>> run()
    {
        while (m_at < m_source.size())
            SNUG_TRY(next());
        add(TokenKind::End);
        return std::move(m_tokens);
    }

private:
    std::string_view rest() const { return m_source.substr(m_at); }
    bool atText(std::string_view text) const { return rest().starts_with(text); }

    /// Goes on by n bytes, counting lines.
    void skip(std::size_t count)
    {
        m_line += static_cast<int>(std::ranges::count(m_source.substr(m_at, count), '\n'));
        m_at += count;
    }
    void skipBlanks() { skip(rest().size() - strippedLeft(rest()).size()); }

    void add(TokenKind kind, std::string text = {}) { m_tokens.push_back({kind, m_line, std::move(text)}); }

    void addText(std::string_view text)
    {
        if (!text.empty())
            add(TokenKind::Text, std::string(text));
    }

    /// Text before a tag, without the blanks that the tag's sign or lstrip_blocks takes.
    std::string_view trimmed(std::string_view text, char sign, bool isOutput) const
    {
        if (sign == '-')
            return strippedRight(text);
        if (sign == '+' || isOutput)
            return text;
        const std::size_t lineStart = text.rfind('\n') + 1; // npos + 1 is 0
        if ((lineStart > 0 || m_lineStarts) && strippedLeft(text.substr(lineStart)).empty())
            return text.substr(0, lineStart);
        return text;
    }

    /// Takes "-%}" with the blanks behind, "+%}", or "%}" with a line break. False where the tag does not end here.
    bool takeEnd(std::string_view end, bool dropsLineBreak)
    {
        const std::size_t before = m_at;
        if (const char sign = rest().empty() ? ' ' : rest()[0];
            (sign == '-' || (sign == '+' && dropsLineBreak)) && rest().substr(1).starts_with(end)) {
            skip(1 + end.size());
            if (sign == '-')
                skipBlanks();
        } else if (atText(end)) {
            skip(end.size());
            if (dropsLineBreak && atText("\n"))
                skip(1);
        } else {
            return false;
        }
        m_lineStarts = m_at > before && m_source[m_at - 1] == '\n';
        return true;
    }

    Result<void> next()
    {
        std::size_t begin = m_at;
        while ((begin = m_source.find('{', begin)) != std::string_view::npos && begin + 1 < m_source.size() &&
               std::string_view("{%#").find(m_source[begin + 1]) == std::string_view::npos)
            ++begin;
        if (begin == std::string_view::npos || begin + 1 >= m_source.size()) {
            addText(rest());
            skip(rest().size());
            return {};
        }
        const char kind = m_source[begin + 1];
        const char sign = begin + 2 < m_source.size() ? m_source[begin + 2] : ' ';
        addText(trimmed(m_source.substr(m_at, begin - m_at), sign, kind == '{'));
        skip(begin - m_at + 2 + (sign == '-' || sign == '+' ? 1 : 0));
        if (kind == '#')
            return comment();
        if (kind == '%' && takeRawBegin())
            return raw();
        return tag(kind == '{');
    }

    Result<void> comment()
    {
        const int line = m_line;
        const std::size_t end = m_source.find("#}", m_at);
        if (end == std::string_view::npos)
            return syntaxFault(line, "a comment does not end (#} is missing)");
        const bool sign = end > m_at && (m_source[end - 1] == '-' || m_source[end - 1] == '+');
        skip(end - m_at - (sign ? 1 : 0));
        takeEnd("#}", true);
        return {};
    }

    bool takeRawBegin()
    {
        std::string_view text = strippedLeft(rest());
        if (!text.starts_with("raw"))
            return false;
        text = strippedLeft(text.substr(3));
        const bool dash = text.starts_with("-%}");
        if (!dash && !text.starts_with("%}"))
            return false;
        skip(rest().size() - text.size() + (dash ? 3 : 2));
        if (dash)
            skipBlanks();
        m_lineStarts = m_source[m_at - 1] == '\n';
        return true;
    }

    Result<void> raw()
    {
        const int line = m_line;
        for (std::size_t begin = m_at; (begin = m_source.find("{%", begin)) != std::string_view::npos; ++begin) {
            std::string_view text = m_source.substr(begin + 2);
            const char sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? text[0] : ' ';
            text = strippedLeft(text.substr(sign == ' ' ? 0 : 1));
            if (!text.starts_with("endraw"))
                continue;
            text = strippedLeft(text.substr(6));
            if (!text.starts_with("%}") && !text.starts_with("-%}") && !text.starts_with("+%}"))
                continue;
            addText(trimmed(m_source.substr(m_at, begin - m_at), sign, false));
            skip(m_source.size() - text.size() - m_at);
            takeEnd("%}", true);
            return {};
        }
        return syntaxFault(line, "a raw block does not end ({% endraw %} is missing)");
    }

    Result<void> tag(bool isOutput)
    {
        const int line = m_line;
        add(isOutput ? TokenKind::OutputBegin : TokenKind::BlockBegin);
        std::string open; // brackets
        while (true) {
            if (m_at >= m_source.size())
                return syntaxFault(line, fmt::format("a tag does not end ({} is missing)", isOutput ? "}}" : "%}"));
            const std::size_t count = m_tokens.size();
            add(isOutput ? TokenKind::OutputEnd : TokenKind::BlockEnd); // with the line it is on
            if (open.empty() && takeEnd(isOutput ? "}}" : "%}", !isOutput))
                return {};
            m_tokens.resize(count);
            if (strippedLeft(rest()).size() != rest().size())
                skipBlanks();
            else
                SNUG_TRY(token(open));
        }
    }

    Result<void> token(std::string &open)
    {
        const char c = rest()[0];
        if (isNameStart(c))
            return name();
        if (isDigit(c))
            return number();
        if (c == '"' || c == '\'')
            return string();
        return sign(open);
    }

    Result<void> name()
    {
        std::size_t length = 1;
        while (length < rest().size() && (isNameStart(rest()[length]) || isDigit(rest()[length])))
            ++length;
        if (length > kLongestName)
            return unknownConstruct(m_line, fmt::format("a name of more than {} letters", kLongestName));
        add(TokenKind::Name, std::string(rest().substr(0, length)));
        skip(length);
        return {};
    }

    Result<void> string()
    {
        const char mark = rest()[0];
        std::size_t end = 1;
        while (end < rest().size() && rest()[end] != mark)
            end += rest()[end] == '\\' ? 2 : 1;
        if (end >= rest().size())
            return syntaxFault(m_line, "a text does not end (its closing quote is missing)");
        auto text = unescaped(rest().substr(1, end - 1), m_line);
        if (!text)
            return fail(std::move(text).error());
        add(TokenKind::String, *std::move(text));
        skip(end + 1);
        return {};
    }

    Result<void> number()
    {
        std::size_t length = 0;
        const auto digits = [&] {
            const std::size_t from = length;
            while (length < rest().size() && isDigit(rest()[length]))
                ++length;
            return length > from;
        };
        digits();
        bool real = false;
        const bool afterDot = m_at > 0 && m_source[m_at - 1] == '.'; // "x.1.2" are two places
        if (!afterDot) {
            const std::size_t whole = length;
            if (length < rest().size() && rest()[length] == '.') {
                ++length;
                real = digits();
            }
            length = real ? length : whole;
            const std::size_t mantissa = length;
            if (length < rest().size() && (rest()[length] == 'e' || rest()[length] == 'E')) {
                ++length;
                if (length < rest().size() && (rest()[length] == '+' || rest()[length] == '-'))
                    ++length;
                const bool exponent = digits();
                real = real || exponent;
                length = exponent ? length : mantissa;
            }
        }
        const std::string_view text = rest().substr(0, length);
        if (length < rest().size() && (isNameStart(rest()[length])))
            return unknownConstruct(m_line, fmt::format("the number '{}'", rest().substr(0, length + 1)));
        Token made{real ? TokenKind::Float : TokenKind::Integer, m_line, std::string(text)};
        const auto [end, fault] = real ? std::from_chars(text.data(), text.data() + text.size(), made.real)
                                       : std::from_chars(text.data(), text.data() + text.size(), made.integer);
        if (fault != std::errc())
            return unknownConstruct(m_line, "a number beyond 64 bits");
        m_tokens.push_back(std::move(made));
        skip(length);
        return {};
    }

    Result<void> sign(std::string &open)
    {
        static constexpr std::array<std::string_view, 26> kSigns = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                                    "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                                    ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};
        const auto *const found = std::ranges::find_if(kSigns, [&](std::string_view each) { return atText(each); });
        if (found == kSigns.end())
            return unknownConstruct(m_line, "a character that no expression has");
        const char c = (*found)[0];
        if (c == '(' || c == '[' || c == '{')
            open += c == '(' ? ')' : c == '[' ? ']' : '}';
        if (c == ')' || c == ']' || c == '}') {
            if (open.empty() || open.back() != c)
                return syntaxFault(m_line, fmt::format("'{}' closes nothing", c));
            open.pop_back();
        }
        add(TokenKind::Operator, std::string(*found));
        skip(found->size());
        return {};
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_lineStarts = true; ///< nothing lies between the start of a line and here
    std::vector<Token> m_tokens;
};

} // namespace

tl::unexpected<Error> syntaxFault(int line, std::string_view what)
{
    return fail(ErrorCode::BadInput, fmt::format("The chat template cannot be read: in line {}, {}.", line, what));
}

tl::unexpected<Error> unknownConstruct(int line, std::string_view construct)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("Line {} of the chat template uses {}, which Snug does not know.", line, construct));
}

Result<std::vector<Token>> tokensOf(std::string_view source)
{
    const std::string text = normalized(source);
    return Lexer(text).run();
}

} // namespace snug::chat
