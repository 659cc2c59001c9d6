// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Vocabularies from tokenizer.json: byte-level BPE (GPT-2 and its kin), and BPE with byte fallback (Llama 2's
// SentencePiece in the newer form).

#pragma once

#include "core/model/tokenizerjson.h"
#include "core/model/tokenizerkeys.h"

namespace snug {

/// tokenizer.ggml.pre: how text is split into words before merging.
struct PreTokenizer
{
    std::string name;
    bool known = false; ///< false: `name` is "default", for want of better
};

/// By the structure of "pre_tokenizer" (the reference knows tokenizers by a checksum of what they do to a sample text,
/// which needs a whole tokenizer; the structure decides the same thing). Several names stand for one way of splitting;
/// the answer is then the most common one, which programs treat alike.
PreTokenizer recognizePreTokenizer(const TokenizerJson &json);

/// The way of splitting that a name stands for, as recognizePreTokenizer() describes it: steps with a line break
/// between them, "split PATTERN", "digits", "bytes", "bytes+words". Empty for a name Snug knows no structure of.
std::string_view preTokenizerSteps(std::string_view name);

/// Whether words that are tokens are taken whole, without merging.
bool takesWholeWords(std::string_view name);

/// Where there is no tokenizer.json: by the class in tokenizer_config.json, else by the model type in config.json, for
/// which the Hugging Face library picks the class.
PreTokenizer preTokenizerWithoutJson(std::string_view tokenizerClass, std::string_view modelType);

/// Byte-level BPE: all tokens, added ones as control or user-defined tokens, gaps up to `size` as "[PADn]".
/// Errors: BadInput for a token id beyond `size`, and those of checkTokenizer().
Result<Vocabulary> byteLevelVocabulary(TokenizerJson &json, const TokenizerFolder &folder, std::uint32_t size);

/// BPE with byte fallback as a SentencePiece vocabulary. Scores follow the order of merges, as SentencePiece scores its
/// own merges, so that merging by best score gives the same pieces; the reference's converter gives all tokens one
/// score.
Result<Vocabulary> byteFallbackVocabulary(TokenizerJson &json, const TokenizerFolder &folder, std::uint32_t size);

} // namespace snug
