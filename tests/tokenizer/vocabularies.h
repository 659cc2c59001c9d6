// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokenizers of the shared data, by name: vocabulary-only GGUFs, checkpoint folders, SentencePiece files.

#pragma once

#include "core/tokenizer/tokenizer.h"

#include <QStringList>

namespace snug::test {

/// Places under the shared data's "tokenizers": "gguf-vocab/ggml-vocab-falcon.gguf", "qwen2.5",
/// "mistral/tokenizer.model.v1". A folder is read as the checkpoint reader does.
Result<Tokenizer> loadTokenizer(const QString &place);

/// vocab_size of the model of a folder, which its config.json would say; 0 for places that are no folder.
std::uint32_t vocabularySize(const QString &place);

/// All of them but the unigram model, which knows too few characters to give a text back.
QStringList tokenizerPlaces();

/// Texts and ids of a .inp/.out pair.
struct Sample
{
    std::string text;
    std::vector<std::int32_t> ids;
};
std::vector<Sample> readSamples(const QString &name);

std::string readText(const std::filesystem::path &path);

} // namespace snug::test
