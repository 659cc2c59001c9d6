// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/pythontext.h"

#include "core/tokenizer/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <set>

namespace snug::chat {

namespace {

char32_t lastCharacter(std::string_view text, std::size_t &length)
{
    for (length = 1; length <= std::min<std::size_t>(4, text.size()); ++length) {
        const Utf8Character found = firstCharacter(text.substr(text.size() - length));
        if (found.valid && found.length == length)
            return found.code;
    }
    length = 1;
    return 0xDC00 + static_cast<unsigned char>(text.back()); // never equal to a real character
}

char32_t codeOf(const Utf8Character &character, std::string_view text)
{
    return character.valid ? character.code : 0xDC00 + static_cast<unsigned char>(text.front());
}

std::set<char32_t> charactersOf(std::string_view text)
{
    std::set<char32_t> found;
    while (!text.empty()) {
        const Utf8Character character = firstCharacter(text);
        found.insert(codeOf(character, text));
        text.remove_prefix(character.length);
    }
    return found;
}

int categoryOf(char32_t code)
{
    return code > 0x10FFFF ? UTF8PROC_CATEGORY_CN : utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

/// Characters whose other case is more than one character, or depends on what stands around them.
bool hasOddCase(char32_t code)
{
    return code == 0xDF || code == 0x130 || code == 0x149 || code == 0x1F0 || code == 0x390 || code == 0x3B0 ||
           code == 0x3A3 || code == 0x587 || (code >= 0x1E96 && code <= 0x1E9E) || (code >= 0x1F50 && code <= 0x1FFF) ||
           (code >= 0xFB00 && code <= 0xFB17);
}

void appendInCase(std::string &to, std::string_view character, Case wanted)
{
    const Utf8Character found = firstCharacter(character);
    if (!found.valid) {
        to += character;
        return;
    }
    const auto code = static_cast<utf8proc_int32_t>(found.code);
    appendUtf8(to, static_cast<char32_t>(wanted == Case::Lower ? utf8proc_tolower(code) : utf8proc_toupper(code)));
}

/// Where a match that fails after n bytes may go on: Knuth, Morris and Pratt.
std::vector<std::size_t> fallbacks(std::string_view needle)
{
    std::vector<std::size_t> table(needle.size(), 0);
    for (std::size_t i = 1, length = 0; i < needle.size(); ++i) {
        while (length > 0 && needle[i] != needle[length])
            length = table[length - 1];
        if (needle[i] == needle[length])
            ++length;
        table[i] = length;
    }
    return table;
}

} // namespace

bool isBlank(char32_t code)
{
    return (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x20) || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
           code == 0x205F || code == 0x3000;
}

std::vector<std::size_t> characterOffsets(std::string_view text)
{
    std::vector<std::size_t> offsets;
    for (std::size_t at = 0; at < text.size(); at += firstCharacter(text.substr(at)).length)
        offsets.push_back(at);
    offsets.push_back(text.size());
    return offsets;
}

std::size_t characterCount(std::string_view text)
{
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(firstCharacter(text).length);
    return count;
}

std::vector<std::string> characters(std::string_view text)
{
    std::vector<std::string> found;
    while (!text.empty()) {
        const std::size_t length = firstCharacter(text).length;
        found.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return found;
}

std::string_view strippedLeft(std::string_view text, std::optional<std::string_view> set)
{
    const std::set<char32_t> wanted = charactersOf(set.value_or(std::string_view()));
    while (!text.empty()) {
        const Utf8Character first = firstCharacter(text);
        const char32_t code = codeOf(first, text);
        if (set ? !wanted.contains(code) : !isBlank(code))
            break;
        text.remove_prefix(first.length);
    }
    return text;
}

std::string_view strippedRight(std::string_view text, std::optional<std::string_view> set)
{
    const std::set<char32_t> wanted = charactersOf(set.value_or(std::string_view()));
    while (!text.empty()) {
        std::size_t length = 0;
        const char32_t code = lastCharacter(text, length);
        if (set ? !wanted.contains(code) : !isBlank(code))
            break;
        text.remove_suffix(length);
    }
    return text;
}

std::size_t findText(std::string_view text, std::string_view needle, std::size_t from)
{
    constexpr std::size_t kShort = 16; // the library's search compares at most as many bytes at each place
    if (needle.size() <= kShort || from > text.size())
        return text.find(needle, from);
    const std::vector<std::size_t> table = fallbacks(needle);
    for (std::size_t i = from, length = 0; i < text.size(); ++i) {
        while (length > 0 && text[i] != needle[length])
            length = table[length - 1];
        if (text[i] == needle[length])
            ++length;
        if (length == needle.size())
            return i + 1 - length;
    }
    return std::string_view::npos;
}

std::vector<std::string> splitAtBlanks(std::string_view text, std::int64_t most)
{
    std::vector<std::string> parts;
    for (text = strippedLeft(text); !text.empty(); text = strippedLeft(text)) {
        if (most >= 0 && static_cast<std::int64_t>(parts.size()) == most) {
            parts.emplace_back(strippedRight(text));
            break;
        }
        std::size_t end = 0;
        while (end < text.size() && !isBlank(firstCharacter(text.substr(end)).code))
            end += firstCharacter(text.substr(end)).length;
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return parts;
}

std::vector<std::string> splitAt(std::string_view text, std::string_view separator, std::int64_t most)
{
    std::vector<std::string> parts;
    std::size_t from = 0;
    while (most < 0 || static_cast<std::int64_t>(parts.size()) < most) {
        const std::size_t at = findText(text, separator, from);
        if (at == std::string_view::npos)
            break;
        parts.emplace_back(text.substr(from, at - from));
        from = at + separator.size();
    }
    parts.emplace_back(text.substr(from));
    return parts;
}

std::vector<std::string> splitFromRight(std::string_view text, std::string_view separator, std::int64_t most)
{
    // Read backwards it is the other one.
    const std::string backwards(text.rbegin(), text.rend()), mark(separator.rbegin(), separator.rend());
    std::vector<std::string> parts = splitAt(backwards, mark, most);
    std::ranges::reverse(parts);
    for (std::string &part : parts)
        std::ranges::reverse(part);
    return parts;
}

std::vector<std::string> splitLines(std::string_view text)
{
    const auto endsLine = [](char32_t code) {
        return (code >= 0x0A && code <= 0x0D) || (code >= 0x1C && code <= 0x1E) || code == 0x85 || code == 0x2028 ||
               code == 0x2029;
    };
    std::vector<std::string> lines;
    std::size_t start = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character character = firstCharacter(text.substr(at));
        std::size_t next = at + character.length;
        if (endsLine(character.code)) {
            lines.emplace_back(text.substr(start, at - start));
            if (character.code == '\r' && next < text.size() && text[next] == '\n')
                ++next;
            start = next;
        }
        at = next;
    }
    if (start < text.size())
        lines.emplace_back(text.substr(start));
    return lines;
}

std::optional<std::string> inCase(std::string_view text, Case wanted)
{
    std::string changed;
    changed.reserve(text.size());
    for (; !text.empty(); text.remove_prefix(firstCharacter(text).length)) {
        const Utf8Character first = firstCharacter(text);
        if (hasOddCase(first.code))
            return std::nullopt;
        appendInCase(changed, text.substr(0, first.length), wanted);
    }
    return changed;
}

std::optional<std::string> capitalized(std::string_view text, bool words)
{
    std::string changed;
    bool inside = false;
    for (; !text.empty(); text.remove_prefix(firstCharacter(text).length)) {
        const Utf8Character first = firstCharacter(text);
        // A character with a title case of its own (U+01C4 and its like) is no upper case letter at a word's start.
        if (hasOddCase(first.code) || (first.code >= 0x1C4 && first.code <= 0x1CC) ||
            (first.code >= 0x1F1 && first.code <= 0x1F3))
            return std::nullopt;
        appendInCase(changed, text.substr(0, first.length), inside ? Case::Lower : Case::Upper);
        inside = words ? isLetter(first.code) : true;
    }
    return changed;
}

bool isInCase(std::string_view text, Case wanted)
{
    const int right = wanted == Case::Lower ? UTF8PROC_CATEGORY_LL : UTF8PROC_CATEGORY_LU;
    const int other = wanted == Case::Lower ? UTF8PROC_CATEGORY_LU : UTF8PROC_CATEGORY_LL;
    bool found = false;
    for (; !text.empty(); text.remove_prefix(firstCharacter(text).length)) {
        const int category = categoryOf(firstCharacter(text).code);
        if (category == other || category == UTF8PROC_CATEGORY_LT)
            return false;
        found = found || category == right;
    }
    return found;
}

bool isLetter(char32_t code)
{
    const int category = categoryOf(code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool isDecimalDigit(char32_t code) { return categoryOf(code) == UTF8PROC_CATEGORY_ND; }

bool isPrintable(char32_t code)
{
    const int category = categoryOf(code);
    return code == ' ' || (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_SO);
}

bool allCharacters(std::string_view text, bool (*are)(char32_t))
{
    for (; !text.empty(); text.remove_prefix(firstCharacter(text).length)) {
        if (!are(firstCharacter(text).code))
            return false;
    }
    return true;
}

} // namespace snug::chat
