// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Splits text into words by regular expressions (PCRE2 with Unicode properties, compiled to machine code where that
// is to be had).

#pragma once

#include "core/base/result.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Const methods are thread safe.
class WordSplitter
{
public:
    /// In the patterns `\s` and `\S` stand for Unicode's White_Space, as in the libraries the patterns were written for
    /// (PCRE2's own has U+180E too). Errors: Internal for a pattern that is none.
    static Result<WordSplitter> create(std::span<const std::string_view> patterns);

    /// Appends the words of `text` in order; together they are the whole text. Bytes that are no UTF-8 are words of
    /// their own. Throws std::bad_alloc alone.
    void split(std::string_view text, std::vector<std::string_view> &words) const;

private:
    struct Pattern;
    void splitValid(std::string_view text, std::vector<std::string_view> &words) const;

    std::vector<std::shared_ptr<const Pattern>> m_patterns;
};

} // namespace snug
