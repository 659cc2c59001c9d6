// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of a block, one a byte, into the bit fields of its layout and back. Independent of lanes.

#pragma once

#include "core/kernels/isa.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Half bytes of two groups of N codes: the first group low, the second high.
template <int N> void packNibbles(const unsigned char *codes, unsigned char *out)
{
    for (int i = 0; i < N; ++i)
        out[i] = static_cast<unsigned char>((codes[i] & 15) | codes[i + N] << 4);
}

template <int N> void unpackNibbles(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < N; ++i) {
        codes[i] = in[i] & 15;
        codes[i + N] = in[i] >> 4;
    }
}

/// Bit 4 of 32 codes: code i in bit i of a 32-bit number, low byte first.
inline void packFifthBits(const unsigned char *codes, unsigned char *out)
{
    for (int byte = 0; byte < 4; ++byte) {
        int bits = 0;
        for (int i = 0; i < 8; ++i)
            bits |= (codes[8 * byte + i] >> 4 & 1) << i;
        out[byte] = static_cast<unsigned char>(bits);
    }
}

inline void addFifthBits(const unsigned char *in, unsigned char *codes)
{
    const uint32_t bits = static_cast<uint32_t>(in[0]) | static_cast<uint32_t>(in[1]) << 8 |
                          static_cast<uint32_t>(in[2]) << 16 | static_cast<uint32_t>(in[3]) << 24;
    for (int i = 0; i < 32; ++i)
        codes[i] = static_cast<unsigned char>(codes[i] | (bits >> i & 1) << 4);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
