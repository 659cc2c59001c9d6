// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tokenizer's files of a checkpoint, made from the tokenizer keys of a GGUF.

#pragma once

#include "core/model/exportview.h"

namespace snug {

/// Adds tokenizer.json and tokenizer_config.json (special tokens, chat template) to `view.files`, with notes on what is
/// missing. Text gets the token ids that the GGUF's keys give it.
/// Errors: Unsupported, naming what is missing or not known: no tokenizer, a kind other than byte-level BPE and
/// SentencePiece BPE, an unknown way of splitting text; BadInput for keys that contradict each other.
Result<void> addTokenizerFiles(ExportView &view, const Model &model);

} // namespace snug
