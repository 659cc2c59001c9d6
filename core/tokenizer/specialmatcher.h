// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Finds special and added tokens in a text before anything else splits it.

#pragma once

#include "core/tokenizer/prefixindex.h"
#include "core/tokenizer/tokenvocabulary.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace snug {

/// A stretch of a text: one token (`id`), or text between tokens (`id` < 0).
struct TextPart
{
    std::string_view text;
    std::int32_t id = -1;
};

/// The leftmost match counts, of several there the longest, as in the Hugging Face tokenizers library.
class SpecialMatcher
{
public:
    /// `vocabulary` outlives the matcher.
    explicit SpecialMatcher(const TokenVocabulary &vocabulary);

    /// Appends the parts of `text` in order. With `parseSpecial` control and unknown tokens are found too, else
    /// user-defined ones alone.
    void split(std::string_view text, bool parseSpecial, std::vector<TextPart> &parts) const;

private:
    struct Token
    {
        std::int32_t id = -1;
        bool isUserDefined = false;
        bool stripsLeft = false, stripsRight = false; ///< takes white space beside it along
    };

    const Token *longestAt(std::string_view text, bool parseSpecial, std::size_t &length) const;

    std::vector<Token> m_tokens;
    PrefixIndex m_index; // into m_tokens
};

} // namespace snug
