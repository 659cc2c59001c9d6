// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/chattuning.h"

#include <algorithm>
#include <array>
#include <string>

namespace snug {

namespace {

constexpr std::array<std::string_view, 7> kWords = {"instruct", "chat", "it", "assistant", "sft", "dpo", "rlhf"};
constexpr std::array<std::string_view, 6> kTurnEnds = {"<|im_end|>",    "<|eot_id|>", "<|end|>",
                                                       "<end_of_turn>", "<|eom_id|>", "<|return|>"};

bool hasWord(std::string_view name)
{
    std::string word;
    const auto isOne = [&] { return std::ranges::find(kWords, word) != kWords.end(); };
    for (const char letter : name) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        if (upper || (letter >= 'a' && letter <= 'z')) {
            word += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
            continue;
        }
        if (isOne())
            return true;
        word.clear();
    }
    return isOne();
}

bool endsTurns(const GgufMetadata &metadata)
{
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    const auto texts = tokens ? tokens->asStrings().value_or(std::vector<std::string>()) : std::vector<std::string>();
    for (const std::string_view key : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"})
        if (const auto id = metadata.unsignedAt(key); id && *id < texts.size())
            if (std::ranges::find(kTurnEnds, texts[*id]) != kTurnEnds.end())
                return true;
    return false;
}

} // namespace

bool isTunedForChat(const GgufMetadata &metadata, std::string_view name)
{
    return hasWord(name) || hasWord(metadata.stringAt("general.finetune").value_or("")) ||
           hasWord(metadata.stringAt("general.name").value_or("")) || endsTurns(metadata);
}

} // namespace snug
