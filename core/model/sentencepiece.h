// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizer.model: a SentencePiece model in protocol-buffer encoding.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace snug {

/// Types as the format numbers them. Source: sentencepiece_model.proto, SentencePiece.Type.
enum class PieceType : std::uint8_t { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

struct SentencePiece
{
    std::string text;
    float score = 0;
    PieceType type = PieceType::Normal;
};

/// How pieces are found in a text, as the format numbers it. Source: TrainerSpec.ModelType.
enum class PieceAlgorithm : std::uint8_t { Unigram = 1, Bpe = 2, Word = 3, Char = 4 };

/// All that a tokenizer needs. Defaults are those of the format. Source: ModelProto, TrainerSpec, NormalizerSpec.
struct SentencePieceModel
{
    std::vector<SentencePiece> pieces;
    PieceAlgorithm algorithm = PieceAlgorithm::Unigram;
    std::int32_t unknownId = 0, bosId = 1, eosId = 2; ///< -1 for none; not compared with the number of pieces
    bool addsPrefix = true;                           ///< a space before the text
    bool removesExtraSpaces = true;
    std::string charsMap; ///< normalization rules, as stored
};

/// Every length and number is checked against the bytes there; unknown fields are skipped.
/// Errors: BadInput with the byte offset.
Result<SentencePieceModel> parseSentencePieceModel(std::span<const std::byte> bytes);

/// The same from a file of at most 64 MiB.
Result<SentencePieceModel> readSentencePieceModel(const std::filesystem::path &path);

/// The pieces alone. Every length and number is checked against the bytes there; unknown fields are skipped.
/// Errors: BadInput with the byte offset.
Result<std::vector<SentencePiece>> parseSentencePieces(std::span<const std::byte> bytes);

/// The same from a file of at most 64 MiB.
Result<std::vector<SentencePiece>> readSentencePieces(const std::filesystem::path &path);

} // namespace snug
