// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/utf8.h"

#include <bit>

namespace snug {

namespace {

constexpr Utf8Character kNone{0xFFFD, 1, false};
constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000}; // by length

} // namespace

Utf8Character firstCharacter(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80)
        return {first, 1, true};
    const auto length = static_cast<std::size_t>(std::countl_one(first));
    if (length < 2 || length > 4 || text.size() < length)
        return kNone;
    char32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0) != 0x80)
            return kNone;
        code = code << 6 | (byte & 0x3F);
    }
    if (code < kSmallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return kNone;
    return {code, length, true};
}

std::size_t validLength(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const Utf8Character next = firstCharacter(text.substr(at));
        if (!next.valid)
            break;
        at += next.length;
    }
    return at;
}

std::size_t invalidLength(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && !firstCharacter(text.substr(at)).valid)
        ++at;
    return at;
}

void appendUtf8(std::string &text, char32_t code)
{
    const auto put = [&text](char32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80)
        return put(code);
    if (code < 0x800) {
        put(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
    }
    put(0x80 | (code & 0x3F));
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t found = text.find(from, at);
        result += text.substr(at, found - at);
        if (found == std::string_view::npos)
            break;
        result += to;
        at = found + from.size();
    }
    return result;
}

} // namespace snug
