// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Source: the reference's graphs and the classes of the transformers library.

#include "core/runtime/architectureforward.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace snug {

namespace {

// clang-format off
constexpr ArchitectureForward kArchitectures[] = {
    {.name = "gemma2", .activation = SNUG_GELU, .scalesEmbeddings = true, .wholeTextEvery = 2, .scaledByHiddenAt = 46},
    {.name = "gemma3", .activation = SNUG_GELU, .scalesEmbeddings = true, .wholeTextEvery = 6, .slidingRopeBase = 10000,
     .scaledByHiddenAt = 62},
    {.name = "gpt-oss", .activation = SNUG_CLAMPED_SILU, .wholeTextEvery = 2, .postAttentionNormIsBefore = true,
     .shares = ExpertShares::TopThenSoftmax, .yarnHasWholePairs = false},
    {.name = "llama", .rotatesHalves = false},
    {.name = "phi3"},
    {.name = "qwen2"},
    {.name = "qwen2moe", .shares = ExpertShares::SoftmaxOfAll},
    {.name = "qwen3"},
    {.name = "qwen3moe"},
};
// clang-format on

} // namespace

const ArchitectureForward *findArchitectureForward(std::string_view architecture)
{
    const auto *at = std::find_if(std::begin(kArchitectures), std::end(kArchitectures),
                                  [&](const ArchitectureForward &row) { return row.name == architecture; });
    return at == std::end(kArchitectures) ? nullptr : at;
}

std::string forwardArchitectureNames()
{
    std::string names;
    for (const ArchitectureForward &row : kArchitectures)
        names += fmt::format("{}{}",
                             names.empty()                          ? ""
                             : &row == std::end(kArchitectures) - 1 ? " and "
                                                                    : ", ",
                             row.name);
    return names;
}

} // namespace snug
