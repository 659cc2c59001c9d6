// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// UTF-8 as it comes: any bytes, with those that are no characters told apart.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace snug {

struct Utf8Character
{
    char32_t code = 0;      ///< code point; 0xFFFD where the bytes are none
    std::size_t length = 1; ///< bytes; 1 where they are none
    bool valid = true;
};

/// The character at the start of `text`, which is not empty. Refused as in RFC 3629: overlong forms, surrogates, values
/// above U+10FFFF, and what is cut off.
Utf8Character firstCharacter(std::string_view text);

/// Length of the longest start of `text` that is valid UTF-8.
std::size_t validLength(std::string_view text);
/// Length of the longest start of `text` in which no byte belongs to a character.
std::size_t invalidLength(std::string_view text);

void appendUtf8(std::string &text, char32_t code);

/// U+2581, which stands for a space in SentencePiece vocabularies.
inline constexpr std::string_view kSpaceMark = "\xE2\x96\x81";

/// Every `from` becomes `to`.
std::string replaced(std::string_view text, std::string_view from, std::string_view to);

} // namespace snug
