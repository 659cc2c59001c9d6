// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/filetype.h"

#include "core/quant/levels.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace snug {

namespace {

constexpr std::uint32_t number(Level level) { return static_cast<std::uint32_t>(level); }

// Largest first. The last column: every type the mix and its fallbacks can call for has a kernel, and no importance
// matrix is needed.
// clang-format off
constexpr FileType kFileTypes[] = {
    {"F32",       number(Level::F32),       TensorType::F32,     "32-bit floats, full size",      true},
    {"F16",       number(Level::F16),       TensorType::F16,     "16-bit floats",                 true},
    {"BF16",      number(Level::BF16),      TensorType::BF16,    "16-bit floats, wide range",     true},
    {"Q8_0",      number(Level::Q8_0),      TensorType::Q8_0,    "8-bit",                         true},
    {"Q6_K",      number(Level::Q6_K),      TensorType::Q6_K,    "6-bit",                         true},
    {"Q5_1",      number(Level::Q5_1),      TensorType::Q5_1,    "5-bit, simple, with offsets",   true},
    {"Q5_K_M",    number(Level::Q5_K_M),    TensorType::Q5_K,    "5-bit, mixed",                  true},
    {"Q5_K_S",    number(Level::Q5_K_S),    TensorType::Q5_K,    "5-bit, mixed, small",           true},
    {"Q5_0",      number(Level::Q5_0),      TensorType::Q5_0,    "5-bit, simple",                 true},
    {"Q4_1",      number(Level::Q4_1),      TensorType::Q4_1,    "4-bit, simple, with offsets",   true},
    {"Q4_K_M",    number(Level::Q4_K_M),    TensorType::Q4_K,    "4-bit, mixed",                  true},
    {"Q4_K_S",    number(Level::Q4_K_S),    TensorType::Q4_K,    "4-bit, mixed, small",           true},
    {"IQ4_NL",    number(Level::IQ4_NL),    TensorType::IQ4_NL,  "4-bit, non-linear, short blocks", true},
    {"Q4_0",      number(Level::Q4_0),      TensorType::Q4_0,    "4-bit, simple",                 true},
    {"IQ4_XS",    number(Level::IQ4_XS),    TensorType::IQ4_XS,  "4-bit, non-linear",             true},
    {"MXFP4_MOE", number(Level::MXFP4_MOE), TensorType::MXFP4,   "4-bit floats for experts, 8-bit elsewhere", true},
    {"Q3_K_L",    number(Level::Q3_K_L),    TensorType::Q3_K,    "3-bit, mixed, large",           true},
    {"Q3_K_M",    number(Level::Q3_K_M),    TensorType::Q3_K,    "3-bit, mixed",                  true},
    {"IQ3_M",     number(Level::IQ3_M),     TensorType::IQ3_S,   "3-bit, codebook, mixed",        false},
    {"IQ3_S",     number(Level::IQ3_S),     TensorType::IQ3_S,   "3-bit, codebook",               false},
    {"Q3_K_S",    number(Level::Q3_K_S),    TensorType::Q3_K,    "3-bit, mixed, small",           true},
    {"IQ3_XS",    number(Level::IQ3_XS),    TensorType::IQ3_S,   "3-bit, codebook, small",        false},
    {"IQ3_XXS",   number(Level::IQ3_XXS),   TensorType::IQ3_XXS, "3-bit, codebook, smallest",     false},
    {"Q2_K",      number(Level::Q2_K),      TensorType::Q2_K,    "2-bit, mixed",                  true},
    {"Q2_K_S",    number(Level::Q2_K_S),    TensorType::Q2_K,    "2-bit, mixed, small",           false},
    {"IQ2_M",     number(Level::IQ2_M),     TensorType::IQ2_S,   "2-bit, codebook, mixed",        false},
    {"IQ2_S",     number(Level::IQ2_S),     TensorType::IQ2_XS,  "2-bit, codebook",               false},
    {"Q2_0",      number(Level::Q2_0),      TensorType::Q2_0,    "2-bit, simple",                 true},
    {"IQ2_XS",    number(Level::IQ2_XS),    TensorType::IQ2_XS,  "2-bit, codebook, small",        false},
    {"TQ2_0",     number(Level::TQ2_0),     TensorType::TQ2_0,   "three values, 2 bits each",     true},
    {"IQ2_XXS",   number(Level::IQ2_XXS),   TensorType::IQ2_XXS, "2-bit, codebook, smallest",     false},
    {"IQ1_M",     number(Level::IQ1_M),     TensorType::IQ1_M,   "under 2-bit, codebook",         false},
    {"TQ1_0",     number(Level::TQ1_0),     TensorType::TQ1_0,   "three values, packed tightly",  true},
    {"IQ1_S",     number(Level::IQ1_S),     TensorType::IQ1_S,   "under 2-bit, codebook, small",  false},
    {"Q1_0",      number(Level::Q1_0),      TensorType::Q1_0,    "1-bit",                         true},
};

// Short names people type for the middle of a family, as the reference accepts them.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"Q3_K", "Q3_K_M"}, {"Q4_K", "Q4_K_M"}, {"Q5_K", "Q5_K_M"}, {"FP16", "F16"}, {"FP32", "F32"},
};
// clang-format on

constexpr std::size_t kLongestName = 32; // compared when looking for near names

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

bool sameIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return upper(x) == upper(y); });
}

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

std::span<const FileType> fileTypes() { return kFileTypes; }

const FileType *findFileType(std::string_view name)
{
    for (const auto &[alias, target] : kAliases)
        if (sameIgnoringCase(name, alias))
            name = target;
    for (const FileType &type : kFileTypes)
        if (sameIgnoringCase(type.name, name))
            return &type;
    return nullptr;
}

std::string closestFileTypeName(std::string_view wrongName)
{
    constexpr std::size_t kCount = 3;
    // Of equally distant names the one that begins alike goes first, then the larger level.
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> ranking;
    for (std::size_t i = 0; i < std::size(kFileTypes); ++i)
        ranking.emplace_back(editDistance(wrongName, kFileTypes[i].name), prefixRank(kFileTypes[i].name, wrongName), i);
    std::ranges::partial_sort(ranking, ranking.begin() + kCount);
    std::string names;
    for (std::size_t i = 0; i < kCount; ++i)
        names.append(i == 0 ? "" : ", ").append(kFileTypes[std::get<2>(ranking[i])].name);
    return names;
}

} // namespace snug
