// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/modelcard.h"

#include "core/model/jsontree.h"
#include "core/model/modeltext.h"

#include <algorithm>
#include <cctype>
#include <optional>

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

} // namespace snug
