// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A vocabulary as its file gives it, checked: what every kind of encoder is made from.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"
#include "core/model/tokenizerkeys.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace snug {

enum class VocabularyKind { ByteLevelBpe, SentencePieceBpe, WordPiece, Unigram };

struct TokenVocabulary
{
    VocabularyKind kind = VocabularyKind::ByteLevelBpe;
    std::vector<std::string> texts; ///< by id, as stored; an id without a token has an empty one
    std::vector<TokenType> types;   ///< by id
    std::vector<float> scores;      ///< by id, finite; for the two kinds of SentencePiece
    std::vector<std::string> merges;
    std::string pre;       ///< way of splitting text, tokenizer.ggml.pre
    std::string modelName; ///< general.name

    std::optional<std::int32_t> bos, eos, unknown, separator;
    bool addBos = false, addEos = false;

    // SentencePiece
    bool addSpacePrefix = false;
    bool prefixAfterSpecial = true; ///< the prefix comes after every special token too, not only at the start
    bool removeExtraSpaces = false;
    std::string charsMap; ///< normalization rules, see charsmap.h; empty for none
    // WordPiece
    bool lowercase = true, stripAccents = true;

    bool has(std::int32_t id) const { return id >= 0 && static_cast<std::size_t>(id) < texts.size(); }
    /// Control and unknown tokens: no part of a text.
    bool isSpecial(std::int32_t id) const;
};

/// Errors: see Tokenizer::fromMetadata().
Result<TokenVocabulary> readTokenVocabulary(const GgufMetadata &metadata);
/// Errors: see Tokenizer::fromSentencePiece().
Result<TokenVocabulary> readSentencePieceFile(const std::filesystem::path &path);
Result<TokenVocabulary> parseSentencePieceFile(std::span<const std::byte> bytes);

/// Ids by text, pointing into `vocabulary`. Empty texts are left out.
/// Errors: BadInput for a text that two ids have.
Result<std::unordered_map<std::string_view, std::int32_t>> idsByText(const TokenVocabulary &vocabulary);

} // namespace snug
