// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text to token ids and back, as the model was trained with. One class for every kind of vocabulary; which kind it is
// the keys of a GGUF say, or those that the checkpoint reader makes of a folder's tokenizer files.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct TokenVocabulary;

struct EncodeOptions
{
    /// Puts around the text what the vocabulary asks for: BOS, EOS, or CLS and SEP. One that asks for none gets none.
    bool addBos = true;
    /// Control tokens written out in the text ("<|im_start|>") become their ids; else they are plain text.
    /// User-defined tokens are always found.
    bool parseSpecial = false;
};

struct DecodeOptions
{
    bool skipSpecial = false; ///< leaves out control and unknown tokens
};

/// A value; copies share one vocabulary. All methods are const and may run in several threads at once.
class Tokenizer
{
public:
    /// From tokenizer.ggml.* keys. Kinds: gpt2 (byte-level BPE), llama (SentencePiece BPE), bert (WordPiece), t5
    /// (SentencePiece unigram). general.name counts where the reference looks at it.
    /// Errors: BadInput for keys that are missing, contradict each other or name tokens that are not there; Unsupported
    /// for other kinds and for ways of splitting text that Snug does not know.
    static Result<Tokenizer> fromMetadata(const GgufMetadata &metadata);
    /// From a SentencePiece file (tokenizer.model), with the normalization it asks for.
    /// Errors: BadInput for a damaged file; Unsupported for models of words or characters; Io.
    static Result<Tokenizer> fromSentencePiece(const std::filesystem::path &path);
    /// The same from the file's bytes.
    static Result<Tokenizer> fromSentencePieceBytes(std::span<const std::byte> bytes);

    /// Token ids of `text`, which may be any bytes: those that are no UTF-8 survive where the vocabulary has tokens for
    /// bytes. Time grows with n log n at most. Throws std::bad_alloc alone.
    std::vector<std::int32_t> encode(std::string_view text, const EncodeOptions &options = {}) const;
    /// The text of tokens; ids beyond the vocabulary stand for nothing. The inverse of encode() but for what the
    /// vocabulary normalizes (see README.md). A space put before a text by encode() is taken away again.
    std::string decode(std::span<const std::int32_t> ids, const DecodeOptions &options = {}) const;
    /// The bytes one token stands for, inside a text: "▁the" is " the". Empty for ids beyond the vocabulary.
    std::string piece(std::int32_t id) const;

    std::size_t size() const; ///< tokens of the vocabulary
    std::optional<std::int32_t> bos() const;
    std::optional<std::int32_t> eos() const;
    bool isControl(std::int32_t id) const;

private:
    struct Parts;
    explicit Tokenizer(std::shared_ptr<const Parts> parts) : m_parts(std::move(parts)) {}
    static Result<Tokenizer> fromVocabulary(TokenVocabulary vocabulary);

    std::shared_ptr<const Parts> m_parts;
};

} // namespace snug
