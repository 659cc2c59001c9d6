// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/sentencepiece.h"

#include "core/model/jsontree.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kMaxFileBytes = 64u << 20;

// One field of a message: number, and either a number or the bytes of a text or of a message within.
struct Field
{
    std::uint64_t number = 0;
    std::uint64_t value = 0;
    std::span<const std::byte> bytes;
};

// Reads fields one after the other. Source: protocol-buffer encoding, wire types 0, 1, 2 and 5.
class FieldReader
{
public:
    FieldReader(std::span<const std::byte> bytes, std::uint64_t offset) : m_bytes(bytes), m_offset(offset) {}

    bool atEnd() const { return m_at == m_bytes.size(); }
    std::uint64_t offset() const { return m_offset + m_at; }

    Result<Field> next()
    {
        std::uint64_t tag = 0, length = 0;
        if (!readVarint(tag) || tag >> 3 == 0)
            return damaged();
        Field field{tag >> 3, 0, {}};
        switch (tag & 7) {
        case 0:
            return readVarint(field.value) ? Result<Field>(field) : damaged();
        case 1:
            return readFixed(field, 8);
        case 2:
            if (!readVarint(length) || length > m_bytes.size() - m_at)
                return damaged();
            field.bytes = m_bytes.subspan(m_at, static_cast<std::size_t>(length));
            m_at += static_cast<std::size_t>(length);
            return field;
        case 5:
            return readFixed(field, 4);
        default:
            return damaged();
        }
    }

    tl::unexpected<Error> damaged() const
    {
        return fail(ErrorCode::BadInput, "tokenizer.model is damaged or no SentencePiece model; download it again.", {},
                    offset());
    }

private:
    bool readVarint(std::uint64_t &value)
    {
        value = 0;
        for (int shift = 0; shift < 64 && m_at < m_bytes.size(); shift += 7) {
            const auto byte = std::to_integer<std::uint64_t>(m_bytes[m_at++]);
            value |= (byte & 0x7F) << shift;
            if (byte < 0x80)
                return true;
        }
        return false;
    }

    Result<Field> readFixed(Field field, std::size_t size)
    {
        if (m_bytes.size() - m_at < size)
            return damaged();
        std::memcpy(&field.value, m_bytes.data() + m_at, size); // little-endian on both sides
        m_at += size;
        return field;
    }

    std::span<const std::byte> m_bytes;
    std::uint64_t m_offset;
    std::size_t m_at = 0;
};

Result<SentencePiece> parsePiece(std::span<const std::byte> bytes, std::uint64_t offset)
{
    SentencePiece piece;
    FieldReader reader(bytes, offset);
    while (!reader.atEnd()) {
        auto field = reader.next();
        if (!field)
            return fail(std::move(field).error());
        if (field->number == 1)
            piece.text.assign(reinterpret_cast<const char *>(field->bytes.data()), field->bytes.size());
        else if (field->number == 2)
            piece.score = std::bit_cast<float>(static_cast<std::uint32_t>(field->value));
        else if (field->number == 3) {
            if (field->value < 1 || field->value > 6)
                return reader.damaged();
            piece.type = static_cast<PieceType>(field->value);
        }
    }
    return piece;
}

// trainer_spec: only what encoding needs.
Result<void> parseTrainer(SentencePieceModel &model, std::span<const std::byte> bytes, std::uint64_t offset)
{
    FieldReader reader(bytes, offset);
    while (!reader.atEnd()) {
        auto field = reader.next();
        SNUG_TRY(field);
        const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(field->value));
        if (field->number == 3) {
            if (field->value < 1 || field->value > 4)
                return reader.damaged();
            model.algorithm = static_cast<PieceAlgorithm>(field->value);
        } else if (field->number == 40)
            model.unknownId = number;
        else if (field->number == 41)
            model.bosId = number;
        else if (field->number == 42)
            model.eosId = number;
    }
    return {};
}

Result<void> parseNormalizer(SentencePieceModel &model, std::span<const std::byte> bytes, std::uint64_t offset)
{
    FieldReader reader(bytes, offset);
    while (!reader.atEnd()) {
        auto field = reader.next();
        SNUG_TRY(field);
        if (field->number == 2)
            model.charsMap.assign(reinterpret_cast<const char *>(field->bytes.data()), field->bytes.size());
        else if (field->number == 3)
            model.addsPrefix = field->value != 0;
        else if (field->number == 4)
            model.removesExtraSpaces = field->value != 0;
    }
    return {};
}

} // namespace

Result<SentencePieceModel> parseSentencePieceModel(std::span<const std::byte> bytes)
{
    SentencePieceModel model;
    FieldReader reader(bytes, 0);
    while (!reader.atEnd()) {
        auto field = reader.next();
        SNUG_TRY(field);
        const std::uint64_t offset = reader.offset() - field->bytes.size();
        if (field->number == 1) {
            auto piece = parsePiece(field->bytes, offset);
            SNUG_TRY(piece);
            model.pieces.push_back(*std::move(piece));
        } else if (field->number == 2)
            SNUG_TRY(parseTrainer(model, field->bytes, offset));
        else if (field->number == 3)
            SNUG_TRY(parseNormalizer(model, field->bytes, offset));
    }
    if (model.pieces.empty())
        return fail(ErrorCode::BadInput, "tokenizer.model holds no pieces; it is no SentencePiece model.");
    return model;
}

Result<SentencePieceModel> readSentencePieceModel(const std::filesystem::path &path)
{
    const auto text = readTextFile(path, kMaxFileBytes);
    if (!text)
        return fail(text.error());
    auto model = parseSentencePieceModel(std::as_bytes(std::span(*text)));
    if (!model)
        return fail(std::move(model).error().inFile(path.string(), model.error().offset));
    return model;
}

Result<std::vector<SentencePiece>> parseSentencePieces(std::span<const std::byte> bytes)
{
    auto model = parseSentencePieceModel(bytes);
    SNUG_TRY(model);
    return std::move(model->pieces);
}

Result<std::vector<SentencePiece>> readSentencePieces(const std::filesystem::path &path)
{
    auto model = readSentencePieceModel(path);
    SNUG_TRY(model);
    return std::move(model->pieces);
}

} // namespace snug
