// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizer.model: a SentencePiece model in protocol-buffer encoding. Only the pieces are read.

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

/// Every length and number is checked against the bytes there; unknown fields are skipped.
/// Errors: BadInput with the byte offset.
Result<std::vector<SentencePiece>> parseSentencePieces(std::span<const std::byte> bytes);

/// The same from a file of at most 64 MiB.
Result<std::vector<SentencePiece>> readSentencePieces(const std::filesystem::path &path);

} // namespace snug
