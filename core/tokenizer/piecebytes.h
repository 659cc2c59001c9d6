// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokens for single bytes, and the bytes of SentencePiece tokens.

#pragma once

#include "core/tokenizer/tokenvocabulary.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Byte fallback: text without a token of its own is written in tokens "<0x00>" to "<0xFF>", where there are any.
class ByteTokens
{
public:
    ByteTokens() = default;
    explicit ByteTokens(const TokenVocabulary &vocabulary);

    /// Appends the tokens of all bytes of a character; the unknown token, if any, for one that has none.
    void append(std::string_view character, std::vector<std::int32_t> &ids) const;
    /// Makes one of unknown tokens that follow each other in ids from `begin` on, as SentencePiece does.
    void joinUnknown(std::vector<std::int32_t> &ids, std::size_t begin) const;

private:
    std::array<std::int32_t, 256> m_ids{}; // -1 for none
    std::optional<std::int32_t> m_unknown;
};

/// Bytes of a token of a SentencePiece vocabulary: marks are spaces, byte tokens their byte, unused ones nothing.
std::string pieceBytes(const TokenVocabulary &vocabulary, std::int32_t id);

} // namespace snug
