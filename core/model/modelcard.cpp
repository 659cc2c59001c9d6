// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/modelcard.h"

#include "core/model/jsontree.h"
#include "core/model/modeltext.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

namespace snug {

namespace {

constexpr std::uint64_t kMaxCardBytes = 4u << 20;
constexpr std::size_t kMaxItems = 1000, kMaxTextBytes = 500;

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What a quoted text says; nothing where the quotes do not close at its end.
std::optional<std::string> unquoted(std::string_view text)
{
    const char quote = text.front();
    std::string result;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == quote && i + 1 == text.size())
            return result;
        if (quote == '"' && text[i] == '\\' && i + 1 < text.size())
            ++i; // the character itself; escapes with a meaning of their own are not used in cards
        else if (text[i] == quote && text[i + 1] == quote)
            ++i;
        else if (text[i] == quote)
            return std::nullopt;
        result += text[i];
    }
    return std::nullopt;
}

// A plain text; nothing for an empty one, for null, and for whatever has structure.
std::optional<std::string> scalar(std::string_view text)
{
    text = trimmed(text);
    if (text.empty() || text == "null" || text == "~")
        return std::nullopt;
    if (text.front() == '"' || text.front() == '\'') {
        const auto inside = unquoted(text);
        return inside ? std::optional(printable(*inside, kMaxTextBytes)) : std::nullopt;
    }
    text = trimmed(text.substr(0, text.find(" #")));
    const bool structured = std::string_view("[]{}|>&*!%@`#").find(text.front()) != std::string_view::npos ||
                            text.find(": ") != std::string_view::npos || text.ends_with(':');
    return structured ? std::nullopt : std::optional(printable(text, kMaxTextBytes));
}

// Items of "[a, b]"; empty where one of them is not plain.
std::vector<std::string> flowItems(std::string_view text)
{
    std::vector<std::string> items;
    text = text.substr(1, text.size() - 2);
    while (!trimmed(text).empty() && items.size() < kMaxItems) {
        const std::size_t comma = std::min(text.find(','), text.size());
        auto item = scalar(text.substr(0, comma));
        if (!item)
            return {};
        items.push_back(*std::move(item));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

bool isKey(std::string_view text)
{
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
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

bool isVersion(std::string_view part)
{
    const std::string low = lowered(part);
    const std::string_view text = low;
    return isDotted(text.substr(text.starts_with("iter") ? 4 : text.starts_with('v') ? 1 : 0));
}

// "7B", "8x7B", "A22B", "0.5B", "7b1", "mini".
bool isSize(std::string_view part)
{
    const std::string low = lowered(part);
    std::string_view text = low;
    constexpr std::string_view kWords[] = {"small", "mini", "medium", "large", "xl", "xxl"};
    if (std::ranges::find(kWords, text) != std::end(kWords))
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

bool isType(std::string_view part)
{
    const std::string low = lowered(part);
    std::string_view text = low;
    if (text.starts_with("bf") || text.starts_with("fp") || text.starts_with('f'))
        return text.ends_with("16") || text.ends_with("32");
    if (text.starts_with('i'))
        text.remove_prefix(1);
    return text.size() > 1 && text.front() == 'q' && std::isdigit(static_cast<unsigned char>(text[1])) != 0;
}

bool isPurpose(std::string_view part)
{
    const std::string low = lowered(part);
    return low == "chat" || low == "instruct" || low == "vision" || low == "lora";
}

} // namespace

ModelCard ModelCard::read(const std::filesystem::path &readme)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(readme, error))
        return {};
    const auto text = readTextFile(readme, kMaxCardBytes);
    return text ? parse(*text) : ModelCard();
}

ModelCard ModelCard::parse(std::string_view text)
{
    ModelCard card;
    Value *open = nullptr; // the key whose items may follow
    for (bool first = true; !text.empty(); first = false) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view content = trimmed(line);
        if (first && content != "---")
            return {};
        if (first)
            continue;
        if (content == "---" && line.front() == '-')
            return card;
        if (content.empty() || content.front() == '#')
            continue;
        if (content.starts_with("- ")) {
            const auto item = scalar(content.substr(2));
            if (open && item && open->texts.size() < kMaxItems)
                open->texts.push_back(*item);
            continue;
        }
        const std::size_t colon = content.find(':');
        if (line.front() == ' ' || line.front() == '\t' || colon == std::string_view::npos ||
            !isKey(content.substr(0, colon))) {
            open = nullptr; // inside something deeper
            continue;
        }
        const std::string_view rest = trimmed(content.substr(colon + 1));
        Value value;
        value.isList = rest.empty() || rest.front() == '[';
        if (!rest.empty() && rest.front() == '[' && rest.back() == ']')
            value.texts = flowItems(rest);
        else if (auto plain = scalar(rest))
            value.texts.push_back(*std::move(plain));
        Value &kept = card.m_values[std::string(content.substr(0, colon))] = std::move(value);
        open = rest.empty() ? &kept : nullptr;
    }
    return {}; // the front matter does not end
}

std::string ModelCard::text(std::string_view key) const
{
    const auto found = m_values.find(key);
    return found != m_values.end() && !found->second.isList && !found->second.texts.empty()
               ? found->second.texts.front()
               : std::string();
}

std::vector<std::string> ModelCard::list(std::string_view key) const
{
    const auto found = m_values.find(key);
    return found != m_values.end() ? found->second.texts : std::vector<std::string>();
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

std::string versionInName(std::string_view name)
{
    struct Part
    {
        std::string_view text;
        bool version, ofName;
    };
    std::vector<Part> parts;
    bool atStart = true;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('-', begin), name.size());
        if (const std::string_view text = name.substr(begin, end - begin); !text.empty()) {
            const bool version = isVersion(text);
            const bool other = !version && (isType(text) || (!parts.empty() && (isSize(text) || isPurpose(text))));
            const bool letters = std::isalpha(static_cast<unsigned char>(text.front())) != 0;
            atStart = atStart && (version || (!other && letters));
            parts.push_back({text, version, atStart});
        }
        begin = end + 1;
    }
    // A number at the very end is a version after all.
    for (auto part = parts.rbegin(); part != parts.rend() && part->version && part->ofName; ++part)
        part->ofName = false;
    std::string result;
    for (const Part &part : parts)
        if (part.version && !part.ofName)
            result += result.empty() ? std::string(part.text) : '-' + std::string(part.text);
    return result;
}

} // namespace snug
