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

} // namespace

Result<std::vector<SentencePiece>> parseSentencePieces(std::span<const std::byte> bytes)
{
    std::vector<SentencePiece> pieces;
    FieldReader reader(bytes, 0);
    while (!reader.atEnd()) {
        auto field = reader.next();
        if (!field)
            return fail(std::move(field).error());
        if (field->number != 1)
            continue;
        auto piece = parsePiece(field->bytes, reader.offset() - field->bytes.size());
        if (!piece)
            return fail(std::move(piece).error());
        pieces.push_back(*std::move(piece));
    }
    if (pieces.empty())
        return fail(ErrorCode::BadInput, "tokenizer.model holds no pieces; it is no SentencePiece model.");
    return pieces;
}

Result<std::vector<SentencePiece>> readSentencePieces(const std::filesystem::path &path)
{
    const auto text = readTextFile(path, kMaxFileBytes);
    if (!text)
        return fail(text.error());
    auto pieces = parseSentencePieces(std::as_bytes(std::span(*text)));
    if (!pieces)
        return fail(std::move(pieces).error().inFile(path.string(), pieces.error().offset));
    return pieces;
}

} // namespace snug
