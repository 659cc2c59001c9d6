// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The alphabet of byte-level vocabularies: each byte is written as one printable character, so that token files are
// text. Printable Latin-1 stands for itself, the other bytes take U+0100 and up in order. Source: GPT-2's encoder.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace snug {

/// The character that stands for `byte`, as UTF-8.
std::string_view letterOfByte(std::uint8_t byte);

/// The bytes a token's text stands for. Text with any other character stands for itself.
std::string bytesOfLetters(std::string_view text);

} // namespace snug
