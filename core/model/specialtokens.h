// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Ids of special tokens, whether they are put around a text, and chat templates.

#pragma once

#include "core/model/tokenizerkeys.h"

namespace snug {

/// Appends tokenizer.ggml.*_token_id, add_*_token and tokenizer.chat_template*.
/// An id comes from the first that has it: the token named in tokenizer_config.json, config.json,
/// generation_config.json (of a list, the first). `tokenizerJson` is tokenizer.json without vocabulary, or an empty
/// object. Source: the reference's SpecialVocab, which looks at the first two.
void addSpecialTokens(GgufMetadata &keys, const Vocabulary &vocabulary, const TokenizerFolder &folder,
                      const JsonTree &tokenizerJson);

} // namespace snug
