// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/tokenizer.h"

#include "core/tokenizer/encoder.h"
#include "core/tokenizer/specialmatcher.h"
#include "core/tokenizer/splitpatterns.h"
#include "core/tokenizer/tokenvocabulary.h"

namespace snug {

namespace {

Result<std::unique_ptr<Encoder>> makeEncoder(const TokenVocabulary &vocabulary)
{
    switch (vocabulary.kind) {
    case VocabularyKind::ByteLevelBpe:
        return makeByteLevelEncoder(vocabulary);
    case VocabularyKind::SentencePieceBpe:
        return makeSentencePieceEncoder(vocabulary);
    case VocabularyKind::WordPiece:
        return makeWordPieceEncoder(vocabulary);
    case VocabularyKind::Unigram:
        return makeUnigramEncoder(vocabulary);
    }
    return fail(ErrorCode::Internal, "A kind of vocabulary has no encoder; please report this.");
}

} // namespace

// Encoder and matcher point into the vocabulary, so the three stay where they are.
struct Tokenizer::Parts
{
    explicit Parts(TokenVocabulary &&taken) : vocabulary(std::move(taken)), specials(vocabulary) {}

    const TokenVocabulary vocabulary;
    const SpecialMatcher specials;
    std::unique_ptr<const Encoder> encoder;

    /// The text of a token that stands for itself, special or user-defined, or nothing.
    const std::string *literal(std::int32_t id) const
    {
        const auto index = static_cast<std::size_t>(id);
        const bool is = vocabulary.isSpecial(id) || vocabulary.types[index] == TokenType::UserDefined;
        return is ? &vocabulary.texts[index] : nullptr;
    }
};

Result<Tokenizer> Tokenizer::fromVocabulary(TokenVocabulary vocabulary)
{
    auto parts = std::make_shared<Parts>(std::move(vocabulary));
    auto encoder = makeEncoder(parts->vocabulary);
    SNUG_TRY(encoder);
    parts->encoder = *std::move(encoder);
    return Tokenizer(std::move(parts));
}

Result<Tokenizer> Tokenizer::fromMetadata(const GgufMetadata &metadata)
{
    auto vocabulary = readTokenVocabulary(metadata);
    SNUG_TRY(vocabulary);
    return fromVocabulary(*std::move(vocabulary));
}

Result<Tokenizer> Tokenizer::fromSentencePiece(const std::filesystem::path &path)
{
    auto vocabulary = readSentencePieceFile(path);
    SNUG_TRY(vocabulary);
    auto tokenizer = fromVocabulary(*std::move(vocabulary));
    if (!tokenizer)
        return fail(std::move(tokenizer).error().inFile(path.string()));
    return tokenizer;
}

Result<Tokenizer> Tokenizer::fromSentencePieceBytes(std::span<const std::byte> bytes)
{
    auto vocabulary = parseSentencePieceFile(bytes);
    SNUG_TRY(vocabulary);
    return fromVocabulary(*std::move(vocabulary));
}

std::vector<std::int32_t> Tokenizer::encode(std::string_view text, const EncodeOptions &options) const
{
    const TokenVocabulary &vocabulary = m_parts->vocabulary;
    std::vector<std::int32_t> ids;
    if (options.addBos && vocabulary.addBos && vocabulary.bos)
        ids.push_back(*vocabulary.bos);
    std::vector<TextPart> parts;
    m_parts->specials.split(text, options.parseSpecial, parts);
    bool isStart = true;
    for (const TextPart &part : parts) {
        if (part.id >= 0)
            ids.push_back(part.id);
        else
            m_parts->encoder->encode(part.text, isStart, ids);
        isStart = part.id >= 0 && vocabulary.prefixAfterSpecial;
    }
    if (options.addBos && vocabulary.kind == VocabularyKind::WordPiece && vocabulary.separator)
        ids.push_back(*vocabulary.separator);
    else if (options.addBos && vocabulary.addEos && vocabulary.eos)
        ids.push_back(*vocabulary.eos);
    return ids;
}

std::string Tokenizer::decode(std::span<const std::int32_t> ids, const DecodeOptions &options) const
{
    const TokenVocabulary &vocabulary = m_parts->vocabulary;
    const bool hasPrefix = vocabulary.addSpacePrefix || vocabulary.kind == VocabularyKind::WordPiece;
    std::string text;
    bool isStart = true; // the next token carries the space that encode() put there
    for (const std::int32_t id : ids) {
        if (!vocabulary.has(id))
            continue;
        if (const std::string *literal = m_parts->literal(id)) {
            if (!options.skipSpecial || !vocabulary.isSpecial(id))
                text += *literal;
            // Unknown tokens stand in the middle of a text.
            const bool isUnknown = vocabulary.types[static_cast<std::size_t>(id)] == TokenType::Unknown;
            isStart = !isUnknown && (isStart || vocabulary.prefixAfterSpecial);
            continue;
        }
        std::string piece = m_parts->encoder->piece(id);
        if (isStart && hasPrefix && piece.starts_with(' '))
            piece.erase(0, 1);
        text += piece;
        isStart = false;
    }
    return text;
}

std::string Tokenizer::piece(std::int32_t id) const
{
    if (!m_parts->vocabulary.has(id))
        return {};
    const std::string *literal = m_parts->literal(id);
    return literal ? *literal : m_parts->encoder->piece(id);
}

std::size_t Tokenizer::size() const { return m_parts->vocabulary.texts.size(); }

std::optional<std::int32_t> Tokenizer::bos() const { return m_parts->vocabulary.bos; }

std::optional<std::int32_t> Tokenizer::eos() const { return m_parts->vocabulary.eos; }

bool Tokenizer::isControl(std::int32_t id) const
{
    return m_parts->vocabulary.has(id) && m_parts->vocabulary.types[static_cast<std::size_t>(id)] == TokenType::Control;
}

} // namespace snug
