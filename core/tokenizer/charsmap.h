// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SentencePiece's precompiled normalization: a double-array trie from texts to what they become.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

class CharsMap
{
public:
    CharsMap() = default; ///< changes nothing
    /// `bytes` is precompiled_charsmap: the size of the trie (32 bits, little-endian), its units, then the
    /// replacements, each ended by a zero byte. Errors: BadInput for sizes that do not fit.
    static Result<CharsMap> create(std::string_view bytes);

    struct Prefix
    {
        std::string_view becomes;
        std::size_t length = 0; ///< bytes of the text it stands for
    };
    /// What the start of `text`, which is not empty, becomes: the longest rule, else one character as it is. Places
    /// outside the trie or the replacements end the search; they do no harm.
    Prefix prefix(std::string_view text) const;

private:
    bool find(std::string_view text, Prefix &found) const;

    std::vector<std::uint32_t> m_units;
    std::string m_replacements; // ends with a zero byte
};

} // namespace snug
