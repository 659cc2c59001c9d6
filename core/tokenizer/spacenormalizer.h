// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What SentencePiece does to a text before it looks for tokens: normalization rules, spaces as marks, a mark in front.

#pragma once

#include "core/tokenizer/charsmap.h"
#include "core/tokenizer/tokenvocabulary.h"

#include <string>
#include <string_view>

namespace snug {

class SpaceNormalizer
{
public:
    SpaceNormalizer() = default;
    /// Errors: those of CharsMap::create().
    static Result<SpaceNormalizer> create(const TokenVocabulary &vocabulary);

    /// `isStart`: a mark is put in front where the vocabulary asks for one. Source: SentencePiece's Normalizer.
    std::string apply(std::string_view text, bool isStart) const;

private:
    std::string applyRules(std::string_view text) const;

    CharsMap m_rules;
    bool m_hasRules = false, m_addsPrefix = false, m_removesExtraSpaces = false;
};

} // namespace snug
