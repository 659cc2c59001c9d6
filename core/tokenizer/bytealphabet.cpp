// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/bytealphabet.h"

#include "core/tokenizer/utf8.h"

#include <array>

namespace snug {

namespace {

constexpr bool isPrintable(int byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet
{
    std::array<std::string, 256> letters;
    std::array<std::int16_t, 0x144> bytes; // by character; -1 for none

    Alphabet()
    {
        bytes.fill(-1);
        char32_t next = 0x100;
        for (int byte = 0; byte < 256; ++byte) {
            const char32_t code = isPrintable(byte) ? static_cast<char32_t>(byte) : next++;
            bytes[code] = static_cast<std::int16_t>(byte);
            appendUtf8(letters[static_cast<std::size_t>(byte)], code);
        }
    }
};

const Alphabet &alphabet()
{
    static const Alphabet instance;
    return instance;
}

} // namespace

std::string_view letterOfByte(std::uint8_t byte) { return alphabet().letters[byte]; }

std::string bytesOfLetters(std::string_view text)
{
    const Alphabet &letters = alphabet();
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Character next = firstCharacter(text.substr(at));
        if (!next.valid || next.code >= letters.bytes.size() || letters.bytes[next.code] < 0)
            return std::string(text);
        bytes += static_cast<char>(letters.bytes[next.code]);
        at += next.length;
    }
    return bytes;
}

} // namespace snug
