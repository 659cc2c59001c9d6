// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/modelname.h"

#include "core/model/modeltext.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

namespace snug {

namespace {

struct Part
{
    std::string text;
    bool version = false, type = false, size = false, fineTune = false, base = false;

    bool isPlain() const { return !version && !type && !size && !fineTune; }
};

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool isLetter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return std::isalpha(byte) != 0 || byte >= 0x80;
}

template <std::size_t count> bool isOneOf(std::string_view text, const std::string_view (&words)[count])
{
    return std::ranges::find(words, text) != std::end(words);
}

// "3", "2.5": numbers with dots between them.
bool isDotted(std::string_view text)
{
    for (;;) {
        const std::size_t dot = text.find('.');
        if (!isDigits(text.substr(0, dot)))
            return false;
        if (dot == std::string_view::npos)
            return true;
        text.remove_prefix(dot + 1);
    }
}

// The four judge parts in lower case.
bool isVersion(std::string_view text)
{
    return isDotted(text.substr(text.starts_with("iter") ? 4 : text.starts_with('v') ? 1 : 0));
}

// "f16", "bf16", "q4_k_m", "iq3_s".
bool isType(std::string_view text)
{
    constexpr std::string_view kFloats[] = {"f16", "f32", "fp16", "fp32", "bf16", "bf32", "bfp16", "bfp32"};
    if (isOneOf(text, kFloats))
        return true;
    text.remove_prefix(text.starts_with('i') ? 1 : 0);
    if (text.size() < 2 || text[0] != 'q' || !isDigits(text.substr(1, 1)) || text.size() % 2 != 0)
        return false;
    for (std::size_t i = 2; i < text.size(); i += 2)
        if (text[i] != '_' || (!isLetter(text[i + 1]) && !isDigits(text.substr(i + 1, 1))))
            return false;
    return true;
}

// "7b", "8x7b", "a22b", "0.5b", "1_6b", "7b1", "mini".
bool isSize(std::string_view text)
{
    constexpr std::string_view kWords[] = {"small", "mini", "medium", "large", "xl", "xxl"};
    if (isOneOf(text, kWords))
        return true;
    if (text.starts_with('a'))
        text.remove_prefix(1);
    else if (const std::size_t x = text.find('x'); x != std::string_view::npos && isDigits(text.substr(0, x)))
        text.remove_prefix(x + 1);
    const std::size_t unit = text.find_first_of("kmbt");
    if (unit == std::string_view::npos || text.size() > unit + 2)
        return false;
    std::string number(text.substr(0, unit));
    std::ranges::replace(number, '_', '.');
    return isDotted(number) && std::ranges::count(number, '.') <= 1 &&
           (text.size() == unit + 1 || isDigits(text.substr(unit + 1)));
}

bool isPurpose(std::string_view text)
{
    constexpr std::string_view kWords[] = {"chat", "instruct", "vision", "lora"};
    return isOneOf(text, kWords);
}

// "1_6b" as "1.6B", "7b1" as "7.1B".
std::string normalizedSize(std::string text)
{
    std::ranges::replace(text, '_', '.');
    const auto isDigitAt = [&](std::size_t fromEnd) {
        return text.size() >= fromEnd && std::isdigit(static_cast<unsigned char>(text[text.size() - fromEnd])) != 0;
    };
    if (isDigitAt(1) && text.size() > 2) {
        const char digit = text.back(), unit = text[text.size() - 2];
        text.replace(text.size() - 2, 2, {'.', digit, unit});
    }
    if (isDigitAt(2))
        text.back() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
    return text;
}

// Parameters that a size speaks of; nothing for "8x7B", "A22B" and words.
std::optional<double> sizeInNumbers(std::string_view size)
{
    constexpr std::string_view kUnits = "KMBT";
    double number = 0;
    const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
    const std::size_t unit = size.empty() ? kUnits.npos : kUnits.find(size.back());
    if (error != std::errc() || end + 1 != size.data() + size.size() || unit == kUnits.npos)
        return std::nullopt;
    for (std::size_t i = 0; i <= unit; ++i)
        number *= 1000;
    return number;
}

void classifySize(Part &part, std::uint64_t parameterCount)
{
    part.text = normalizedSize(std::move(part.text));
    const auto said = sizeInNumbers(part.text);
    const auto total = static_cast<double>(parameterCount);
    const auto most = static_cast<double>(parameterCount - parameterCount / 8);
    const bool far = parameterCount > 0 && said && (*said > total ? *said - total : total - *said) > most;
    if (far)
        part.text.back() = static_cast<char>(std::tolower(static_cast<unsigned char>(part.text.back())));
    (far ? part.fineTune : part.size) = true;
}

std::vector<Part> classified(std::string_view name, std::uint64_t parameterCount)
{
    std::vector<Part> parts;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('-', begin), name.size());
        if (end > begin) {
            Part part{std::string(name.substr(begin, end - begin))};
            const std::string low = lowered(part.text);
            part.version = isVersion(low);
            part.type = !part.version && isType(low);
            if (part.isPlain() && !parts.empty() && isSize(low))
                classifySize(part, parameterCount);
            part.fineTune = part.fineTune || (part.isPlain() && !parts.empty() && isPurpose(low));
            parts.push_back(std::move(part));
        }
        begin = end + 1;
    }
    return parts;
}

// Sizes in words count only where there is none in numbers.
void dropWordSizes(std::vector<Part> &parts)
{
    const auto hasDigit = [](const Part &part) {
        return part.size && std::ranges::any_of(part.text, [](unsigned char c) { return std::isdigit(c) != 0; });
    };
    if (std::ranges::none_of(parts, hasDigit))
        return;
    for (Part &part : parts)
        part.size = part.size && !std::ranges::all_of(part.text, isLetter);
}

// The beginning is the base name, versions included but for those at the very end; what else is not known is finetune.
void findBase(std::vector<Part> &parts)
{
    bool atStart = true;
    for (Part &part : parts) {
        atStart = atStart && ((part.isPlain() && isLetter(part.text.front())) || part.version);
        if (atStart)
            part.base = true;
        else if (part.isPlain())
            part.fineTune = true;
    }
    for (auto part = parts.rbegin(); part != parts.rend() && part->version && part->base; ++part)
        part->base = false;
}

void join(std::string &text, const std::string &part) { text += text.empty() ? part : '-' + part; }

} // namespace

NameParts partsOfName(std::string_view name, std::uint64_t parameterCount)
{
    if (name.find(' ') != std::string_view::npos)
        return {};
    std::vector<Part> parts = classified(name, parameterCount);
    dropWordSizes(parts);
    findBase(parts);
    NameParts result;
    std::vector<std::string_view> sizes;
    for (const Part &part : parts) {
        if (part.base)
            join(result.baseName, part.text);
        if (part.fineTune)
            join(result.fineTune, part.text);
        if (part.version && !part.base)
            join(result.version, part.text);
        if (part.size && std::ranges::find(sizes, part.text) == sizes.end()) {
            sizes.push_back(part.text);
            join(result.sizeLabel, part.text);
        }
    }
    if (result.fineTune.empty() && result.version.empty() && result.sizeLabel.empty())
        result.baseName.clear(); // it could be anything
    return result;
}

std::string titleOfName(std::string_view name)
{
    std::string text = printable(name);
    std::ranges::replace(text, '-', ' ');
    std::istringstream words(text);
    std::string title, word;
    while (words >> word) {
        const bool lower = std::ranges::any_of(word, [](unsigned char c) { return std::islower(c) != 0; }) &&
                           std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c) != 0; });
        const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0 ||
                            (word[0] == 'v' && isDotted(std::string_view(word).substr(1)));
        bool inWord = false;
        for (char &c : word) {
            const auto letter = static_cast<unsigned char>(c);
            if (lower && !number && !inWord)
                c = static_cast<char>(std::toupper(letter));
            inWord = std::isalpha(letter) != 0 || letter >= 0x80;
        }
        title += title.empty() ? word : ' ' + word;
    }
    return title;
}

} // namespace snug
