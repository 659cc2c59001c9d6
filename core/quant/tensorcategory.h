// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the mix rules sort tensors: by parts of their names, and whether they are quantized at all.

#pragma once

#include "core/model/model.h"

#include <cstdint>
#include <string_view>

namespace snug {

/// One bit each, so that a rule can name several.
enum class Category : std::uint32_t {
    Output = 1,
    TokenEmbedding = 2,
    AttnQkv = 4,
    AttnKvB = 8,
    AttnV = 16,
    AttnK = 32,
    AttnQ = 64,
    AttnOutput = 128,
    FfnUp = 256,
    FfnGate = 512,
    FfnDown = 1024,
    Other = 2048,
};

using CategorySet = std::uint32_t;

template <class... Categories> constexpr CategorySet categories(Categories... category)
{
    return (static_cast<std::uint32_t>(category) | ...);
}

/// Attention values and the fused tensors that hold them.
inline constexpr CategorySet kValueLike = categories(Category::AttnV, Category::AttnQkv, Category::AttnKvB);

constexpr bool contains(CategorySet set, Category category)
{
    return (set & static_cast<std::uint32_t>(category)) != 0;
}

/// By the first part that is found in the name, in the order of the enum. Source: design, gguf.md 4.2.
Category categoryOf(std::string_view tensorName);

/// For sentences: "attention value tensor".
std::string_view categoryWords(Category category);

/// Why a tensor is never quantized; empty when it may be. Source: design, gguf.md 4.1.
std::string_view whyNeverQuantized(const ModelTensor &tensor);

} // namespace snug
