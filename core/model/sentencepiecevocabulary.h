// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A vocabulary from tokenizer.model and what the folder adds to it.

#pragma once

#include "core/model/tokenizerkeys.h"

namespace snug {

/// Pieces with scores and types, then added_tokens.json, then added_tokens_decoder of tokenizer_config.json, each over
/// the one before; gaps up to `size` are "[PADn]". Added ones from `size` on are left
/// out. Errors: BadInput for more pieces than `size`, and for damaged files; Io.
/// Source: the reference's converter, which writes the same tokens, scores and types.
Result<Vocabulary> readSentencePieceVocabulary(const TokenizerFolder &folder, std::uint32_t size);

} // namespace snug
