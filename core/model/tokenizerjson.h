// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizer.json, read in one pass: the vocabulary and the merges, which are nearly all of it, go straight into lists;
// the rest becomes a small tree.

#pragma once

#include "core/model/jsontree.h"

#include <string>
#include <utility>
#include <vector>

namespace snug {

struct TokenizerJson
{
    std::vector<std::pair<std::string, std::uint32_t>> vocab; ///< model.vocab, in file order
    std::vector<std::string> merges; ///< model.merges as "left right"; spaces inside a part of a pair become U+0120
    JsonTree rest;                   ///< everything else
    std::filesystem::path vocabPath, mergesPath, addedPath; ///< files they come from, to name in errors
};

/// Text of a token as merges have it: every space is U+0120, so that one space parts the two sides of a merge.
std::string encodeSpaces(std::string text);

/// Errors: BadInput with the byte offset for damaged JSON, more than 64 levels, token ids that are no whole numbers
/// below 2^31, and merges that are no two texts; Io.
Result<TokenizerJson> readTokenizerJson(const std::filesystem::path &path);

/// The same from vocab.json, merges.txt and, if there, added_tokens.json in `folder`.
Result<TokenizerJson> readVocabAndMerges(const std::filesystem::path &folder);

} // namespace snug
