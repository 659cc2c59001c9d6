// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small tokenizers made of keys, as the header of a GGUF has them.

#pragma once

#include "core/formats/ggufvalue.h"
#include "core/model/tokenizerkeys.h"
#include "core/tokenizer/bytealphabet.h"

#include <string>
#include <vector>

namespace snug::test {

inline GgufMetadata metadataOf(std::string_view kind, const std::vector<std::string> &tokens,
                               const std::vector<TokenType> &types)
{
    GgufMetadata metadata;
    metadata.set("tokenizer.ggml.model", GgufValue::string(kind));
    metadata.set("tokenizer.ggml.tokens", GgufValue::strings(tokens));
    std::vector<std::int32_t> numbers;
    for (const TokenType type : types)
        numbers.push_back(static_cast<std::int32_t>(type));
    metadata.set("tokenizer.ggml.token_type", GgufValue::i32s(numbers));
    return metadata;
}

/// GPT-2's kind: ids 0 to 255 are the bytes, then "aa" 256, "aaaa" 257, "Ġb" 258, "<|end|>" (control) 259,
/// "<tool>" 260 and "<tool>s" 261 (user-defined).
inline GgufMetadata byteLevelKeys()
{
    std::vector<std::string> tokens;
    for (int byte = 0; byte < 256; ++byte)
        tokens.emplace_back(letterOfByte(static_cast<std::uint8_t>(byte)));
    std::vector<TokenType> types(259, TokenType::Normal);
    tokens.insert(tokens.end(), {"aa", "aaaa", "\u0120b", "<|end|>", "<tool>", "<tool>s"});
    types.insert(types.end(), {TokenType::Control, TokenType::UserDefined, TokenType::UserDefined});
    GgufMetadata metadata = metadataOf("gpt2", tokens, types);
    const std::vector<std::string> merges = {"a a", "aa aa", "\u0120 b"};
    metadata.set("tokenizer.ggml.merges", GgufValue::strings(merges));
    metadata.set("tokenizer.ggml.pre", GgufValue::string("gpt-2"));
    metadata.set("tokenizer.ggml.bos_token_id", GgufValue::u32(259));
    metadata.set("tokenizer.ggml.add_bos_token", GgufValue::boolean(true));
    return metadata;
}

/// Llama's kind: 0 "<unk>", 1 "<s>", 2 "</s>", 3 to 258 the bytes, 259 "▁", 260 "a", 261 "b", 262 "▁a", 263 "ab",
/// 264 "▁ab", 265 "aa".
inline GgufMetadata sentencePieceKeys(bool withBytes = true)
{
    std::vector<std::string> tokens = {"<unk>", "<s>", "</s>"};
    std::vector<TokenType> types = {TokenType::Unknown, TokenType::Control, TokenType::Control};
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    for (std::size_t byte = 0; byte < 256; ++byte) {
        tokens.push_back(std::string("<0x") + kDigits[byte >> 4] + kDigits[byte & 15] + '>');
        types.push_back(withBytes ? TokenType::Byte : TokenType::Unused);
    }
    tokens.insert(tokens.end(), {"\u2581", "a", "b", "\u2581a", "ab", "\u2581ab", "aa"});
    types.resize(tokens.size(), TokenType::Normal);
    std::vector<float> scores(tokens.size(), 0);
    const float ends[] = {-1, -2, -3, -4, -5, -6, -7};
    std::copy(std::begin(ends), std::end(ends), scores.end() - 7);
    GgufMetadata metadata = metadataOf("llama", tokens, types);
    metadata.set("tokenizer.ggml.scores", GgufValue::f32s(scores));
    return metadata;
}

} // namespace snug::test
