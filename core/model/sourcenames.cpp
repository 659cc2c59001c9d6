// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/sourcenames.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace snug {

namespace {

// A number as names have it, at the start of `text`, which it is cut from. "00" would name number 0 twice.
std::optional<std::uint32_t> takeNumber(std::string_view &text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || number > std::numeric_limits<std::int32_t>::max() ||
        (digits > 1 && text.front() == '0'))
        return std::nullopt;
    text.remove_prefix(digits);
    return number;
}

} // namespace

std::optional<SourcePlace> placeOfSource(std::string_view name)
{
    if (!name.starts_with(kLayerPrefix))
        return SourcePlace{-1, name};
    std::string_view rest = name.substr(kLayerPrefix.size());
    const auto layer = takeNumber(rest);
    if (!layer || rest.empty() || rest.front() != '.')
        return std::nullopt;
    return SourcePlace{static_cast<int>(*layer), rest.substr(1)};
}

std::optional<std::uint32_t> matchPattern(std::string_view pattern, std::string_view name)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == name ? std::optional<std::uint32_t>(0) : std::nullopt;
    if (!name.starts_with(pattern.substr(0, star)))
        return std::nullopt;
    name.remove_prefix(star);
    const auto expert = takeNumber(name);
    return expert && name == pattern.substr(star + 1) ? expert : std::nullopt;
}

std::string sourceName(const TensorRule &rule, int layer, std::size_t expert)
{
    std::string name(rule.source);
    if (const std::size_t star = name.find('*'); star != std::string::npos)
        name.replace(star, 1, std::to_string(expert));
    return layer < 0 ? name : fmt::format("{}{}.{}", kLayerPrefix, layer, name);
}

std::string targetName(const TensorRule &rule, int layer)
{
    return layer < 0 ? std::string(rule.target) : fmt::format("blk.{}.{}", layer, rule.target);
}

} // namespace snug
