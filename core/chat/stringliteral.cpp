// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/stringliteral.h"

#include "core/chat/token.h"
#include "core/tokenizer/utf8.h"

#include <algorithm>
#include <charconv>

namespace snug::chat {

namespace {

/// Digits after \x, \u or \U.
Result<std::size_t> hexadecimal(std::string_view text, std::size_t digits, std::string &to, int line)
{
    unsigned code = 0;
    const std::string_view number = text.substr(0, digits);
    const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), code, 16);
    const bool whole = number.size() == digits && end == number.data() + digits && fault == std::errc();
    if (!whole || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return syntaxFault(line, "an escape in a text names no character");
    appendUtf8(to, code);
    return digits;
}

std::size_t octal(std::string_view text, std::string &to)
{
    std::size_t length = 0;
    unsigned code = 0;
    while (length < std::min<std::size_t>(3, text.size()) && text[length] >= '0' && text[length] <= '7')
        code = code * 8 + static_cast<unsigned>(text[length++] - '0');
    appendUtf8(to, code);
    return length;
}

/// Takes what follows a backslash; answers how many bytes that was.
Result<std::size_t> escape(std::string_view text, std::string &to, int line)
{
    static constexpr std::string_view kLetters = "abfnrtv\\'\"", kMeanings = "\a\b\f\n\r\t\v\\'\"";
    const char c = text[0];
    if (const auto place = kLetters.find(c); place != std::string_view::npos) {
        to += kMeanings[place];
        return 1;
    }
    if (c == '\n')
        return 1; // the text goes on in the next line
    if (c == 'N')
        return unknownConstruct(line, "a character by name ('\\N')");
    if (c == 'x' || c == 'u' || c == 'U') {
        const auto taken = hexadecimal(text.substr(1), c == 'x' ? 2 : c == 'u' ? 4 : 8, to, line);
        return taken ? Result<std::size_t>(*taken + 1) : taken;
    }
    if (c >= '0' && c <= '7')
        return octal(text, to);
    (to += '\\') += c;
    return 1;
}

} // namespace

Result<std::string> unescaped(std::string_view text, int line)
{
    std::string made;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        made += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.size() < 2)
            break;
        const auto taken = escape(text.substr(1), made, line);
        if (!taken)
            return fail(taken.error());
        text.remove_prefix(1 + *taken);
    }
    return made;
}

} // namespace snug::chat
