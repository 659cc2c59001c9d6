// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/tensorpattern.h"

namespace snug::ui {

namespace {

/// Signs with a meaning of their own in ECMAScript regular expressions.
constexpr std::string_view kSigns = "\\^$.|?*+()[]{}";

bool isSign(char c) { return kSigns.find(c) != std::string_view::npos; }

} // namespace

TensorTypeEntry splitEntry(std::string_view entry)
{
    const std::size_t at = entry.rfind('=');
    if (at == std::string_view::npos)
        return {std::string(entry), {}};
    return {std::string(entry.substr(0, at)), std::string(entry.substr(at + 1))};
}

std::string joinEntry(const TensorTypeEntry &entry) { return entry.pattern + '=' + entry.type; }

std::string patternOf(std::string_view tensorName)
{
    std::string pattern = "^";
    for (const char c : tensorName) {
        if (isSign(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern + '$';
}

std::optional<std::string> tensorNameOf(std::string_view pattern)
{
    std::string name;
    for (std::size_t i = 1; i + 1 < pattern.size(); ++i) {
        if (pattern[i] == '\\')
            ++i;
        name += pattern[i];
    }
    return !name.empty() && patternOf(name) == pattern ? std::optional(name) : std::nullopt;
}

} // namespace snug::ui
