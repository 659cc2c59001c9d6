// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text as a model writes it, token by token, in whole characters: a token may end in the middle of one.

#pragma once

#include "core/tokenizer/tokenizer.h"

namespace snug {

/// One text. One thread at a time.
class TextStream
{
public:
    /// `before`: tokens that the text goes on behind.
    TextStream(Tokenizer tokenizer, std::span<const std::int32_t> before);

    /// What can be shown with this token: valid UTF-8. Bytes that may become a character wait for the next token, those
    /// that cannot become U+FFFD. Control tokens are no text.
    std::string next(std::int32_t id);
    /// What waited in vain when the text ended.
    std::string rest();

private:
    std::string bytesOf(std::int32_t id);

    Tokenizer m_tokenizer;
    std::vector<std::int32_t> m_before; ///< until the first token came
    bool m_isStart = true;
    std::string m_waiting;
};

} // namespace snug
