// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A vocabulary straight from a SentencePiece file.

#include "core/model/sentencepiece.h"
#include "core/tokenizer/tokenvocabulary.h"

#include <cmath>

namespace snug {

namespace {

std::optional<std::int32_t> idIfThere(std::int32_t id, const TokenVocabulary &vocabulary)
{
    return vocabulary.has(id) ? std::optional(id) : std::nullopt;
}

Result<VocabularyKind> kindOf(PieceAlgorithm algorithm)
{
    if (algorithm == PieceAlgorithm::Bpe)
        return VocabularyKind::SentencePieceBpe;
    if (algorithm == PieceAlgorithm::Unigram)
        return VocabularyKind::Unigram;
    return fail(ErrorCode::Unsupported, "tokenizer.model splits text into words or characters, expected pieces (BPE or "
                                        "unigram); Snug cannot split text for this model.");
}

Result<TokenVocabulary> fromModel(SentencePieceModel &&model)
{
    TokenVocabulary vocabulary;
    auto kind = kindOf(model.algorithm);
    SNUG_TRY(kind);
    vocabulary.kind = *kind;
    for (SentencePiece &piece : model.pieces) {
        if (!std::isfinite(piece.score))
            return fail(ErrorCode::BadInput,
                        "A piece of tokenizer.model has a score that is no finite number, expected "
                        "one; the file is damaged, download it again.");
        vocabulary.texts.push_back(std::move(piece.text));
        vocabulary.scores.push_back(piece.score);
        vocabulary.types.push_back(static_cast<TokenType>(piece.type)); // one numbering
    }
    vocabulary.unknown = idIfThere(model.unknownId, vocabulary);
    vocabulary.bos = idIfThere(model.bosId, vocabulary);
    vocabulary.eos = idIfThere(model.eosId, vocabulary);
    vocabulary.addBos = vocabulary.kind == VocabularyKind::SentencePieceBpe;
    vocabulary.addEos = vocabulary.kind == VocabularyKind::Unigram;
    vocabulary.addSpacePrefix = model.addsPrefix;
    vocabulary.prefixAfterSpecial = false;
    vocabulary.removeExtraSpaces = model.removesExtraSpaces;
    vocabulary.charsMap = std::move(model.charsMap);
    return vocabulary;
}

} // namespace

Result<TokenVocabulary> readSentencePieceFile(const std::filesystem::path &path)
{
    auto model = readSentencePieceModel(path);
    SNUG_TRY(model);
    auto vocabulary = fromModel(*std::move(model));
    if (!vocabulary)
        return fail(std::move(vocabulary).error().inFile(path.string()));
    return vocabulary;
}

Result<TokenVocabulary> parseSentencePieceFile(std::span<const std::byte> bytes)
{
    auto model = parseSentencePieceModel(bytes);
    SNUG_TRY(model);
    return fromModel(*std::move(model));
}

} // namespace snug
