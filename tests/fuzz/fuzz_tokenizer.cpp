// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fuzzes tokenizers. An input is a kind, a rule of splitting, flags, the length of a text, the text, and then a
// vocabulary: a SentencePiece file, or lines that begin with a letter. tTS...: a token of type T (a digit) and score S
// (a character); m...: a merge; c...: normalization rules. What is accepted has to give ids of its own and keep bytes.

#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

using namespace snug;

namespace {

constexpr std::string_view kKinds[] = {"gpt2", "llama", "bert", "t5"};
constexpr std::string_view kRules[] = {"default",        "gpt-2",       "llama-bpe", "qwen2", "tekken",
                                       "gpt-4o",         "falcon",      "smollm",    "bloom", "deepseek-llm",
                                       "deepseek-coder", "deepseek-v3", "bailingmoe"};

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

GgufValue byteList(std::string_view bytes)
{
    std::vector<std::byte> payload(12 + bytes.size());
    payload[4] = static_cast<std::byte>(bytes.size());
    payload[5] = static_cast<std::byte>(bytes.size() >> 8);
    std::ranges::copy(std::as_bytes(std::span(bytes)), payload.begin() + 12);
    return GgufValue::encoded(GgufType::Array, std::move(payload));
}

struct Vocabulary
{
    std::vector<std::string> tokens, merges;
    std::vector<std::int32_t> types;
    std::vector<float> scores;
    std::string rules;

    void add(std::string_view line)
    {
        if (line.starts_with('m'))
            merges.emplace_back(line.substr(1));
        else if (line.starts_with('c'))
            rules = line.substr(1, 60000);
        else if (line.size() > 2 && line[0] == 't') {
            types.push_back(line[1] - '0');
            scores.push_back(static_cast<float>(line[2]));
            tokens.emplace_back(line.substr(3));
        }
    }
};

GgufMetadata keysOf(unsigned kind, unsigned rule, unsigned flags, std::string_view lines)
{
    Vocabulary vocabulary;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        vocabulary.add(lines.substr(0, end));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    GgufMetadata keys;
    keys.set("tokenizer.ggml.model", GgufValue::string(kKinds[kind % std::size(kKinds)]));
    keys.set("tokenizer.ggml.pre", GgufValue::string(kRules[rule % std::size(kRules)]));
    keys.set("tokenizer.ggml.tokens", GgufValue::strings(vocabulary.tokens));
    keys.set("tokenizer.ggml.token_type", GgufValue::i32s(vocabulary.types));
    keys.set("tokenizer.ggml.scores", GgufValue::f32s(vocabulary.scores));
    keys.set("tokenizer.ggml.merges", GgufValue::strings(vocabulary.merges));
    keys.set("tokenizer.ggml.unknown_token_id", GgufValue::u32(flags >> 4));
    keys.set("tokenizer.ggml.add_space_prefix", GgufValue::boolean((flags & 1) != 0));
    keys.set("tokenizer.ggml.remove_extra_whitespaces", GgufValue::boolean((flags & 2) != 0));
    keys.set("tokenizer.ggml.normalizer.lowercase", GgufValue::boolean((flags & 4) != 0));
    if (!vocabulary.rules.empty())
        keys.set("tokenizer.ggml.precompiled_charsmap", byteList(vocabulary.rules));
    if ((flags & 8) != 0)
        keys.set("general.name", GgufValue::string("phi-3"));
    return keys;
}

void use(const Tokenizer &tokenizer, std::string_view text)
{
    for (const bool parseSpecial : {false, true}) {
        const auto ids = tokenizer.encode(text, {.addBos = true, .parseSpecial = parseSpecial});
        std::string pieces;
        for (const std::int32_t id : ids) {
            require(id >= 0 && static_cast<std::size_t>(id) < tokenizer.size(), "an id lies in the vocabulary");
            pieces += tokenizer.piece(id);
        }
        const std::string decoded = tokenizer.decode(ids);
        require(decoded.size() <= pieces.size(), "a text is its pieces, without some spaces");
        std::erase(pieces, ' ');
        std::string packed = decoded;
        std::erase(packed, ' ');
        require(packed == pieces, "a text is its pieces, spaces apart");
    }
    const std::int32_t some[] = {-1, 0, 1, 2, 2147483647, static_cast<std::int32_t>(tokenizer.size())};
    tokenizer.decode(some, {.skipSpecial = true});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4)
        return 0;
    const std::string_view all(reinterpret_cast<const char *>(data) + 4, size - 4);
    const std::string_view text = all.substr(0, data[3]);
    const std::string_view rest = all.substr(text.size());
    const auto tokenizer = data[0] % 8 < 4 ? Tokenizer::fromMetadata(keysOf(data[0], data[1], data[2], rest))
                                           : Tokenizer::fromSentencePieceBytes(std::as_bytes(std::span(rest)));
    if (tokenizer)
        use(*tokenizer, text);
    else
        require(tokenizer.error().message.ends_with('.'), "a refusal is a sentence");
    return 0;
}
