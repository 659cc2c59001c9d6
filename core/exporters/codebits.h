// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of 2, 3, 4 or 8 bits as one little-endian stream of bits, the first code lowest: what GPTQ and
// compressed-tensors cut into words of 32 bits. The kernel's functions, in the types that exporters have.

#pragma once

#include <cstddef>
#include <cstdint>

namespace snug {

/// Bytes of words that hold so many codes; the last word counts whole.
constexpr std::uint64_t packedBytes(std::uint64_t codes, int bits)
{
    return (codes * static_cast<std::uint64_t>(bits) + 31) / 32 * 4;
}

/// Packs codes [count] to packedBytes(count, bits); bits behind the last are 0.
void packCodes(const std::uint8_t *codes, std::uint64_t count, int bits, std::byte *out);
void unpackCodes(const std::byte *packed, std::uint64_t count, int bits, std::uint8_t *codes);

} // namespace snug
