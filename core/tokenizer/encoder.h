// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a kind of vocabulary does with text between special tokens. One class per kind; Tokenizer does the rest.

#pragma once

#include "core/tokenizer/tokenvocabulary.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

class Encoder
{
public:
    virtual ~Encoder() = default;

    /// Appends the ids of `text`. `isStart`: nothing, or a special token, stands before it. Thread safe.
    virtual void encode(std::string_view text, bool isStart, std::vector<std::int32_t> &ids) const = 0;
    /// The bytes that a token which is neither special nor user-defined stands for.
    virtual std::string piece(std::int32_t id) const = 0;
};

/// Each keeps a reference to `vocabulary`, which outlives it.
/// Errors: BadInput for vocabularies that contradict themselves; Unsupported for rules that are not known.
Result<std::unique_ptr<Encoder>> makeByteLevelEncoder(const TokenVocabulary &vocabulary);
Result<std::unique_ptr<Encoder>> makeSentencePieceEncoder(const TokenVocabulary &vocabulary);
Result<std::unique_ptr<Encoder>> makeWordPieceEncoder(const TokenVocabulary &vocabulary);
Result<std::unique_ptr<Encoder>> makeUnigramEncoder(const TokenVocabulary &vocabulary);

} // namespace snug
