// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokenizer keys of a GGUF from the tokenizer files of a checkpoint folder.
//
// Files are tried in the reference's order: tokenizer.model (SentencePiece), tokenizer.json with byte fallback (the
// same vocabulary in the newer form), tokenizer.json with byte-level BPE, vocab.json with merges.txt.

#pragma once

#include "core/formats/ggufvalue.h"
#include "core/model/jsontree.h"

#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// Token types as GGUF numbers them. Source: GGUF specification, tokenizer.ggml.token_type.
enum class TokenType : std::int32_t { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

/// A vocabulary by id. scores is empty for byte-level BPE, merges for SentencePiece.
struct Vocabulary
{
    std::vector<std::string> tokens;
    std::vector<std::int32_t> types;
    std::vector<float> scores;
    std::vector<std::string> merges; ///< "left right"

    /// `size` places, all "[PADn]", unused.
    static Vocabulary padded(std::uint32_t size);
    void put(std::uint32_t id, std::string token, TokenType type);
};

/// What the small files of the folder say; absent ones are empty objects.
struct TokenizerFolder
{
    std::filesystem::path path;
    const JsonTree &config;    ///< config.json
    JsonTree tokenizerConfig;  ///< tokenizer_config.json
    JsonTree generationConfig; ///< generation_config.json
};

struct TokenizerKeys
{
    GgufMetadata metadata; ///< in the order the reference's converter writes them
    std::vector<std::string> notes;
    std::string missing; ///< why there are no keys: no tokenizer files, or a kind that cannot be converted; else empty
};

/// Errors: BadInput for damaged files (see vocabularycheck.h) and for token ids beyond vocabularySize; Io.
Result<TokenizerKeys> readTokenizerKeys(const std::filesystem::path &folder, const JsonTree &config,
                                        std::uint32_t vocabularySize);

/// Why a folder has no vocabulary to read, or "".
std::string missingTokenizer(const std::filesystem::path &folder);

/// True for token texts that stand for control tokens though their files do not say so: "<|im_end|>", "<pad>".
bool looksLikeControl(std::string_view token);

} // namespace snug
