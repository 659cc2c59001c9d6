// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How families of byte-level tokenizers split text into words, by the name in tokenizer.ggml.pre.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace snug {

struct SplitRule
{
    /// Regular expressions, one after the other: what each matches, and what lies between, becomes a piece that the
    /// next one splits further.
    std::span<const std::string_view> patterns;
    bool wholeWords = false; ///< a word that is a token is taken as it is, whatever its merges would give
    bool addBos = false;     ///< where the file does not say
};

/// Nothing for a name that is not known.
const SplitRule *findSplitRule(std::string_view name);

} // namespace snug
