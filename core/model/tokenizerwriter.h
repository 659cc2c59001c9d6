// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizer.json as the Hugging Face tokenizers library reads it, from a vocabulary.

#pragma once

#include "core/base/result.h"
#include "core/model/tokenizerkeys.h"

#include <optional>
#include <string>
#include <string_view>

namespace snug {

/// What the keys of a GGUF say of a tokenizer, checked.
struct HeaderTokenizer
{
    bool byteLevel = false; ///< else SentencePiece BPE
    std::string pre;        ///< tokenizer.ggml.pre
    Vocabulary vocabulary;  ///< texts are UTF-8 and differ, all lists have one entry per token
    std::optional<std::uint32_t> bos, eos, unknown, padding;
    bool addBos = false, addEos = false, addSpacePrefix = false;

    std::string textOf(std::optional<std::uint32_t> id) const { return id ? vocabulary.tokens[*id] : std::string(); }
};

/// A JSON object. Every token is in the vocabulary, so that no id depends on the order in which added tokens come, but
/// for unused ones that only fill the embedding; control and user-defined ones are added tokens as well.
/// The merges of a SentencePiece vocabulary are all ways to make a token of two, best score first; where all scores
/// are the same, lowest id first.
/// Errors: Unsupported for a way of splitting text that Snug does not know, naming it, and for tokens too long to
/// merge.
Result<std::string> tokenizerJsonOf(const HeaderTokenizer &tokenizer);

/// True when a vocabulary has scores that order its merges.
bool hasOrder(const Vocabulary &vocabulary);

} // namespace snug
