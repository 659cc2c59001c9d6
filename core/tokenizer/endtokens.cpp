// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/endtokens.h"

#include "core/model/tokenizerkeys.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace snug {

namespace {

constexpr std::array<std::string_view, 3> kKeys = {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id",
                                                   "tokenizer.ggml.eom_token_id"};
constexpr std::array<std::string_view, 9> kTexts = {"<|im_end|>",      "<|eot_id|>",    "<|eom_id|>",
                                                    "<|end|>",         "<end_of_turn>", "<|endoftext|>",
                                                    "<|end_of_text|>", "<|return|>",    "</s>"};

} // namespace

std::vector<std::int32_t> endTokens(const GgufMetadata &metadata)
{
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    const GgufValue *types = metadata.find("tokenizer.ggml.token_type");
    const auto texts = tokens ? tokens->asStrings().value_or(std::vector<std::string>()) : std::vector<std::string>();
    const auto kinds = types ? types->asNumbers().value_or(std::vector<double>()) : std::vector<double>();
    std::vector<std::int32_t> ids;
    for (const std::string_view key : kKeys)
        if (const auto id = metadata.unsignedAt(key); id && *id < texts.size())
            ids.push_back(static_cast<std::int32_t>(*id));
    for (std::size_t i = 0; i < texts.size() && i < kinds.size(); ++i)
        if (kinds[i] == static_cast<double>(TokenType::Control) && std::ranges::find(kTexts, texts[i]) != kTexts.end())
            ids.push_back(static_cast<std::int32_t>(i));
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    return ids;
}

} // namespace snug
