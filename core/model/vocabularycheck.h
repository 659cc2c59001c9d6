// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether a tokenizer of the BPE kind is whole. Programs load a damaged one without a word and then split text
// wrongly, so damage has to be found before a GGUF is written.

#pragma once

#include "core/model/tokenizerjson.h"
#include "core/model/tokenizerkeys.h"

namespace snug {

/// Every fault is one the Hugging Face tokenizers library refuses too, or that leaves a token out of reach: an empty
/// vocabulary, two tokens with one id, merges of texts that are no tokens, added tokens that are no list of texts with
/// ids. Ids beyond the vocabulary's size are left to whoever takes the tokens over.
/// Errors: BadInput naming the file.
Result<void> checkTokenizer(const TokenizerJson &json, std::uint32_t size);

/// At least half of the ids have a token. Errors: BadInput naming `path`.
Result<void> checkCoverage(const Vocabulary &vocabulary, const std::filesystem::path &path);

/// No text stands at two ids: llama.cpp ends itself while it loads such a vocabulary. Errors: BadInput naming `path`.
Result<void> checkUnique(const Vocabulary &vocabulary, const std::filesystem::path &path);

/// A sentence for a person where more ids are without a token than the usual rounding up leaves; else "".
std::string noteOfGaps(const Vocabulary &vocabulary, const std::filesystem::path &path);

} // namespace snug
