// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/charsmap.h"

#include "core/tokenizer/utf8.h"

#include <cstring>

namespace snug {

namespace {

// Fields of a unit. Source: the Darts-clone double array that SentencePiece stores.
bool hasLeaf(std::uint32_t unit) { return (unit >> 8 & 1) != 0; }
std::uint32_t valueOf(std::uint32_t unit) { return unit & 0x7FFFFFFF; }
std::uint32_t labelOf(std::uint32_t unit) { return unit & (0x80000000 | 0xFF); }
std::uint32_t offsetOf(std::uint32_t unit) { return unit >> 10 << ((unit & 1U << 9) >> 6); }

} // namespace

Result<CharsMap> CharsMap::create(std::string_view bytes)
{
    CharsMap map;
    if (bytes.empty())
        return map;
    std::uint32_t trieBytes = 0;
    if (bytes.size() >= sizeof(trieBytes))
        std::memcpy(&trieBytes, bytes.data(), sizeof(trieBytes)); // little-endian on both sides
    if (bytes.size() < sizeof(trieBytes) || trieBytes % sizeof(std::uint32_t) != 0 ||
        trieBytes > bytes.size() - sizeof(trieBytes) || bytes.back() != '\0')
        return fail(ErrorCode::BadInput, "The tokenizer's normalization rules (precompiled_charsmap) are cut off, "
                                         "expected a table and its replacements; the file is damaged, download it "
                                         "again.");
    map.m_units.resize(trieBytes / sizeof(std::uint32_t));
    if (trieBytes > 0)
        std::memcpy(map.m_units.data(), bytes.data() + sizeof(trieBytes), trieBytes);
    map.m_replacements = bytes.substr(sizeof(trieBytes) + trieBytes);
    return map;
}

bool CharsMap::find(std::string_view text, Prefix &found) const
{
    if (m_units.empty())
        return false;
    std::uint32_t at = offsetOf(m_units[0]);
    bool any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        at ^= byte;
        if (at >= m_units.size() || labelOf(m_units[at]) != byte)
            break;
        const std::uint32_t unit = m_units[at];
        at ^= offsetOf(unit);
        if (!hasLeaf(unit))
            continue;
        if (at >= m_units.size() || valueOf(m_units[at]) >= m_replacements.size())
            break;
        found = {std::string_view(m_replacements.c_str() + valueOf(m_units[at])), i + 1};
        any = true;
    }
    return any;
}

CharsMap::Prefix CharsMap::prefix(std::string_view text) const
{
    Prefix found;
    if (find(text, found))
        return found;
    const std::size_t length = firstCharacter(text).length;
    return {text.substr(0, length), length};
}

} // namespace snug
