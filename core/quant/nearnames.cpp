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

/// A name as it is compared: upper case, without the marks people leave out. Longer names are cut.
std::string plain(std::string_view name)
{
    std::string made;
    for (const char c : name.substr(0, kLongestName))
        if (c != '_' && c != '-')
            made += upper(c);
    return made;
}

/// Number of single-character edits between two plain names.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replace = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, replace}));
        }
    }
    return row.back();
}

/// How many characters both begin with, counted down from the longest so that more sorts first.
std::size_t prefixRank(std::string_view name, std::string_view other)
{
    const auto same = std::ranges::mismatch(name, other);
    return kLongestName - std::min(kLongestName, static_cast<std::size_t>(same.in1 - name.begin()));
}

/// Lower is nearer. Where one name begins with the whole other, the rest counts as one edit.
std::tuple<std::size_t, std::size_t, std::size_t> farness(const std::string &name, const std::string &wrong)
{
    const std::size_t edits = editDistance(wrong, name);
    const bool begins = !wrong.empty() && (name.starts_with(wrong) || wrong.starts_with(name));
    return {begins ? std::min<std::size_t>(edits, 1) : edits, prefixRank(name, wrong), edits};
}

} // namespace

bool sameIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return upper(x) == upper(y); });
}

std::string nearestNames(std::string_view wrongName, std::span<const std::string_view> names)
{
    const std::size_t count = std::min<std::size_t>(3, names.size());
    const std::string wrong = plain(wrongName);
    std::vector<std::pair<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t>> ranking;
    for (std::size_t i = 0; i < names.size(); ++i)
        ranking.emplace_back(farness(plain(names[i]), wrong), i);
    std::ranges::partial_sort(ranking, ranking.begin() + static_cast<std::ptrdiff_t>(count));
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text.append(i == 0 ? "" : ", ").append(names[ranking[i].second]);
    return text;
}

} // namespace snug
