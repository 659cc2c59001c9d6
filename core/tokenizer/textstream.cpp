// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/textstream.h"

#include "core/tokenizer/utf8.h"

#include <algorithm>

namespace snug {

namespace {

/// Bytes of a character by its first one; 0 where none begins.
std::size_t promisedLength(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/// Whether more bytes could make a character of these.
bool mayGoOn(std::string_view bytes)
{
    return bytes.size() < promisedLength(static_cast<unsigned char>(bytes.front())) &&
           std::all_of(bytes.begin() + 1, bytes.end(),
                       [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; });
}

} // namespace

TextStream::TextStream(Tokenizer tokenizer, std::span<const std::int32_t> before)
    : m_tokenizer(std::move(tokenizer)), m_before(before.begin(), before.end())
{
}

std::string TextStream::bytesOf(std::int32_t id)
{
    if (m_tokenizer.isControl(id))
        return {};
    if (!m_isStart)
        return m_tokenizer.piece(id);
    // Only the first may carry the space that the vocabulary puts before every text: decode() knows when.
    const std::size_t known = m_tokenizer.decode(m_before, {.skipSpecial = true}).size();
    m_before.push_back(id);
    std::string all = m_tokenizer.decode(m_before, {.skipSpecial = true});
    m_before.clear();
    m_isStart = false;
    return all.substr(std::min(known, all.size()));
}

std::string TextStream::next(std::int32_t id)
{
    m_waiting += bytesOf(id);
    std::string out;
    std::string_view left = m_waiting;
    while (!left.empty()) {
        const Utf8Character character = firstCharacter(left);
        if (!character.valid && mayGoOn(left))
            break;
        appendUtf8(out, character.code);
        left.remove_prefix(character.length);
    }
    m_waiting = std::string(left);
    return out;
}

std::string TextStream::rest()
{
    std::string out;
    if (!m_waiting.empty())
        appendUtf8(out, 0xFFFD); // one for what is cut off, as the standard advises
    m_waiting.clear();
    return out;
}

} // namespace snug
