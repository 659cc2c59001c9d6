// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/nearnames.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace snug {

namespace {

constexpr std::size_t kLongestName = 32; // compared

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

/// Number of single-character edits between two names, ignoring case. Longer names are cut.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    a = a.substr(0, kLongestName);
    b = b.substr(0, kLongestName);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replace = diagonal + (upper(a[i]) == upper(b[j]) ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, replace}));
        }
    }
    return row.back();
}

/// How many characters both begin with, counted down from the longest so that more sorts first.
std::size_t prefixRank(std::string_view name, std::string_view other)
{
    const auto same = std::ranges::mismatch(name, other, [](char x, char y) { return upper(x) == upper(y); });
    return kLongestName - std::min(kLongestName, static_cast<std::size_t>(same.in1 - name.begin()));
}

} // namespace

bool sameIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return upper(x) == upper(y); });
}

std::string nearestNames(std::string_view wrongName, std::span<const std::string_view> names)
{
    const std::size_t count = std::min<std::size_t>(3, names.size());
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> ranking;
    for (std::size_t i = 0; i < names.size(); ++i)
        ranking.emplace_back(editDistance(wrongName, names[i]), prefixRank(names[i], wrongName), i);
    std::ranges::partial_sort(ranking, ranking.begin() + static_cast<std::ptrdiff_t>(count));
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text.append(i == 0 ? "" : ", ").append(names[std::get<2>(ranking[i])]);
    return text;
}

} // namespace snug
