// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/piecebytes.h"

#include "core/tokenizer/utf8.h"

#include <algorithm>
#include <charconv>

namespace snug {

namespace {

/// The byte that "<0x0A>" names; -1 for other texts.
int byteOfText(std::string_view text)
{
    if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>')
        return -1;
    unsigned byte = 0;
    const auto [end, error] = std::from_chars(text.data() + 3, text.data() + 5, byte, 16);
    return error == std::errc() && end == text.data() + 5 ? static_cast<int>(byte) : -1;
}

} // namespace

ByteTokens::ByteTokens(const TokenVocabulary &vocabulary) : m_unknown(vocabulary.unknown)
{
    m_ids.fill(-1);
    for (std::size_t id = 0; id < vocabulary.texts.size(); ++id)
        if (vocabulary.types[id] == TokenType::Byte)
            if (const int byte = byteOfText(vocabulary.texts[id]); byte >= 0)
                m_ids[static_cast<std::size_t>(byte)] = static_cast<std::int32_t>(id);
}

void ByteTokens::append(std::string_view character, std::vector<std::int32_t> &ids) const
{
    for (const char byte : character)
        if (const std::int32_t id = m_ids[static_cast<unsigned char>(byte)]; id >= 0) {
            ids.push_back(id);
        } else {
            if (m_unknown)
                ids.push_back(*m_unknown);
            return;
        }
}

void ByteTokens::joinUnknown(std::vector<std::int32_t> &ids, std::size_t begin) const
{
    if (!m_unknown)
        return;
    const auto bothUnknown = [this](std::int32_t a, std::int32_t b) { return a == *m_unknown && b == *m_unknown; };
    ids.erase(std::unique(ids.begin() + static_cast<std::ptrdiff_t>(begin), ids.end(), bothUnknown), ids.end());
}

std::string pieceBytes(const TokenVocabulary &vocabulary, std::int32_t id)
{
    const auto index = static_cast<std::size_t>(id);
    const std::string &text = vocabulary.texts[index];
    if (vocabulary.types[index] == TokenType::Unused)
        return {};
    if (vocabulary.types[index] == TokenType::Byte)
        if (const int byte = byteOfText(text); byte >= 0)
            return std::string(1, static_cast<char>(byte));
    return replaced(text, kSpaceMark, " ");
}

} // namespace snug
