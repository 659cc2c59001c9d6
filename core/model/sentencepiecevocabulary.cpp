// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/sentencepiecevocabulary.h"

#include "core/model/json.h"
#include "core/model/sentencepiece.h"

#include <fmt/format.h>

#include <charconv>

namespace snug {

using Json = nlohmann::json;

namespace {

constexpr float kPaddingScore = -10000.0F;
constexpr float kAddedScore = -1000.0F;

TokenType tokenType(PieceType type)
{
    // The reference knows user-defined pieces as normal ones here; the folder's other files name the true ones.
    return type == PieceType::UserDefined ? TokenType::Normal : static_cast<TokenType>(type);
}

void putAddedTokens(Vocabulary &vocabulary, const Json &added)
{
    for (const auto &[token, value] : added.items()) {
        const auto id = asUnsigned(value);
        if (!id || *id >= vocabulary.tokens.size())
            continue;
        vocabulary.put(static_cast<std::uint32_t>(*id), token, TokenType::UserDefined);
        vocabulary.scores[*id] = kAddedScore;
    }
}

void putDecoderTokens(Vocabulary &vocabulary, const Json &decoder)
{
    if (!decoder.is_object())
        return;
    for (const auto &[key, entry] : decoder.items()) {
        std::uint32_t id = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
        auto token = asText(member(entry, "content"));
        if (error != std::errc() || end != key.data() + key.size() || id >= vocabulary.tokens.size() || !token)
            continue;
        const bool control = asBool(member(entry, "special")).value_or(false) || looksLikeControl(*token);
        if (!control)
            for (std::size_t at = token->find("\xE2\x96\x81"); at != std::string::npos;
                 at = token->find("\xE2\x96\x81"))
                token->replace(at, 3, " ");
        vocabulary.put(id, *std::move(token), control ? TokenType::Control : TokenType::UserDefined);
        vocabulary.scores[id] = kAddedScore;
    }
}

} // namespace

Result<Vocabulary> readSentencePieceVocabulary(const TokenizerFolder &folder, std::uint32_t size)
{
    auto pieces = readSentencePieces(folder.path / "tokenizer.model");
    if (!pieces)
        return fail(std::move(pieces).error());
    if (pieces->size() > size)
        return fail(ErrorCode::BadInput,
                    fmt::format("tokenizer.model has {} pieces, but vocab_size in config.json is {}; the files do not "
                                "belong together, download them again.",
                                pieces->size(), size),
                    (folder.path / "tokenizer.model").string());
    Vocabulary vocabulary = Vocabulary::padded(size);
    vocabulary.scores.assign(size, kPaddingScore);
    for (std::uint32_t id = 0; id < size; ++id) {
        if (id >= pieces->size()) {
            vocabulary.put(id, fmt::format("[PAD{}]", id), TokenType::Unused);
            continue;
        }
        SentencePiece &piece = (*pieces)[id];
        vocabulary.scores[id] = piece.score;
        vocabulary.put(id, std::move(piece.text), tokenType(piece.type));
    }
    const auto added = readOptionalJsonObject(folder.path / "added_tokens.json");
    if (!added)
        return fail(added.error());
    putAddedTokens(vocabulary, valueOf(*added));
    putDecoderTokens(vocabulary, member(folder.tokenizerConfig, "added_tokens_decoder"));
    return vocabulary;
}

} // namespace snug
