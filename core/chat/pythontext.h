// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Texts as Python sees them: characters, not bytes. Bytes that are no UTF-8 count as one character each.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug::chat {

bool isBlank(char32_t code); ///< str.isspace()

std::size_t characterCount(std::string_view text);
std::vector<std::string> characters(std::string_view text);
/// Byte offsets of all characters, and the size at the end.
std::vector<std::size_t> characterOffsets(std::string_view text);

/// Without the given characters (blanks when there are none given) at either end.
std::string_view strippedLeft(std::string_view text, std::optional<std::string_view> set = std::nullopt);
std::string_view strippedRight(std::string_view text, std::optional<std::string_view> set = std::nullopt);

/// Byte offset of `needle` at or after `from`, or npos. In linear time, whatever the texts.
std::size_t findText(std::string_view text, std::string_view needle, std::size_t from = 0);

/// str.split() without a separator: at runs of blanks.
std::vector<std::string> splitAtBlanks(std::string_view text, std::int64_t most);
/// str.split() with one, from the left or from the right; `most` parts are cut off, all if negative.
std::vector<std::string> splitAt(std::string_view text, std::string_view separator, std::int64_t most);
std::vector<std::string> splitFromRight(std::string_view text, std::string_view separator, std::int64_t most);
std::vector<std::string> splitLines(std::string_view text);

enum class Case { Lower, Upper };
/// Nothing where Python writes one character as several, or looks at those around it.
std::optional<std::string> inCase(std::string_view text, Case wanted);
/// First character in upper case, all others in lower; of each word where `words`, a word being a run of letters.
std::optional<std::string> capitalized(std::string_view text, bool words);
/// Whether a letter has this case and none the other: str.isupper(), str.islower().
bool isInCase(std::string_view text, Case wanted);
bool isLetter(char32_t code);       ///< str.isalpha()
bool isDecimalDigit(char32_t code); ///< str.isdecimal()
bool isPrintable(char32_t code);    ///< str.isprintable()
bool allCharacters(std::string_view text, bool (*are)(char32_t));

} // namespace snug::chat
