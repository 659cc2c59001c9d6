// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of a block, one a byte, into the bit fields of its layout and back. Independent of lanes.

#pragma once

#include "core/kernels/isa.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// A 32-bit number, low byte first.
SNUG_FN inline uint32_t loadWord(const unsigned char *in)
{
    return static_cast<uint32_t>(in[0]) | static_cast<uint32_t>(in[1]) << 8 | static_cast<uint32_t>(in[2]) << 16 |
           static_cast<uint32_t>(in[3]) << 24;
}

SNUG_FN inline void storeWord(uint32_t word, unsigned char *out)
{
    for (int i = 0; i < 4; ++i)
        out[i] = static_cast<unsigned char>(word >> (8 * i));
}

/// Eight bytes of 0 or 1 as the bits of one: each product of a byte and a bit of the factor has its own place.
SNUG_FN inline unsigned char packEightBits(uint64_t bytes)
{
    return static_cast<unsigned char>(bytes * 0x0102040810204080u >> 56);
}

/// The bits of a byte as eight bytes of 0 or 1.
SNUG_FN inline uint64_t unpackEightBits(unsigned char bits)
{
    const uint64_t places = bits * 0x0101010101010101u & 0x8040201008040201u; // bit i of byte i
    return (places + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

template <int N> SNUG_FN void unpackBits(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < N / 8; ++i) {
        const uint64_t bytes = unpackEightBits(in[i]);
        __builtin_memcpy(codes + 8 * i, &bytes, 8);
    }
}

// Half bytes of two groups of N codes: the first group low, the second high.
#ifdef __CUDACC__ // device code knows no vectors of this kind
template <int N> SNUG_FN void packNibbles(const unsigned char *codes, unsigned char *out)
{
    for (int i = 0; i < N; ++i)
        out[i] = static_cast<unsigned char>((codes[i] & 15) | codes[N + i] << 4);
}

template <int N> SNUG_FN void unpackNibbles(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < N; ++i) {
        codes[i] = in[i] & 15;
        codes[N + i] = in[i] >> 4;
    }
}
#else
/// N bytes in a vector of the compiler's own: it takes loops over so few bytes apart instead.
template <int N> struct ByteVector
{
    typedef unsigned char Type __attribute__((vector_size(N)));

    static Type load(const unsigned char *from)
    {
        Type vector;
        __builtin_memcpy(&vector, from, N);
        return vector;
    }
    static void store(Type vector, unsigned char *to) { __builtin_memcpy(to, &vector, N); }
};

template <int N> void packNibbles(const unsigned char *codes, unsigned char *out)
{
    constexpr int kStep = N < 16 ? N : 16;
    using V = ByteVector<kStep>;
    for (int i = 0; i < N; i += kStep)
        V::store((V::load(codes + i) & 15) | V::load(codes + N + i) << 4, out + i);
}

template <int N> void unpackNibbles(const unsigned char *in, unsigned char *codes)
{
    constexpr int kStep = N < 16 ? N : 16;
    using V = ByteVector<kStep>;
    for (int i = 0; i < N; i += kStep) {
        const auto both = V::load(in + i);
        V::store(both & 15, codes + i);
        V::store(both >> 4, codes + N + i);
    }
}
#endif

/// Bit 4 of 32 codes: code i in bit i of a 32-bit number, low byte first.
SNUG_FN inline void packFifthBits(const unsigned char *codes, unsigned char *out)
{
    for (int byte = 0; byte < 4; ++byte) {
        uint64_t eight;
        __builtin_memcpy(&eight, codes + 8 * byte, 8);
        out[byte] = packEightBits(eight >> 4 & 0x0101010101010101u);
    }
}

SNUG_FN inline void addFifthBits(const unsigned char *in, unsigned char *codes)
{
    for (int byte = 0; byte < 4; ++byte) {
        uint64_t eight;
        __builtin_memcpy(&eight, codes + 8 * byte, 8);
        eight |= unpackEightBits(in[byte]) << 4;
        __builtin_memcpy(codes + 8 * byte, &eight, 8);
    }
}

/// Two bits of N codes, four neighbours a byte, the first lowest.
template <int N> SNUG_FN void packPairs(const unsigned char *codes, unsigned char *out)
{
    for (int i = 0; i < N / 4; ++i) {
        uint32_t four;
        __builtin_memcpy(&four, codes + 4 * i, 4);
        out[i] = static_cast<unsigned char>((four & 0x03030303u) * 0x00041041u >> 18);
    }
}

template <int N> SNUG_FN void unpackPairs(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < N / 4; ++i) {
        const uint32_t byte = in[i];
        const uint32_t four = (byte | byte << 6 | byte << 12 | byte << 18) & 0x03030303u;
        __builtin_memcpy(codes + 4 * i, &four, 4);
    }
}

/// Two bits, from Shift up, of 256 codes: each half of 128 fills 32 bytes, codes 32 apart share a byte.
template <int Shift> SNUG_FN void packTwoBits(const unsigned char *codes, unsigned char *out)
{
    for (int half = 0; half < 2; ++half, codes += 128, out += 32)
        for (int i = 0; i < 32; ++i) {
            const int bits = (codes[i] >> Shift & 3) | (codes[i + 32] >> Shift & 3) << 2 |
                             (codes[i + 64] >> Shift & 3) << 4 | (codes[i + 96] >> Shift & 3) << 6;
            out[i] = static_cast<unsigned char>(bits);
        }
}

template <int Shift> SNUG_FN void addTwoBits(const unsigned char *in, unsigned char *codes)
{
    for (int half = 0; half < 2; ++half, codes += 128, in += 32)
        for (int group = 0; group < 4; ++group)
            for (int i = 0; i < 32; ++i) {
                const int bits = in[i] >> (2 * group) & 3;
                codes[32 * group + i] = static_cast<unsigned char>(codes[32 * group + i] | bits << Shift);
            }
}

/// Bit Shift of 256 codes: code i in bit i / 32 of byte i % 32.
template <int Shift> SNUG_FN void packOneBit(const unsigned char *codes, unsigned char *out)
{
    for (int i = 0; i < 32; ++i) {
        int bits = 0;
        for (int group = 0; group < 8; ++group)
            bits |= (codes[32 * group + i] >> Shift & 1) << group;
        out[i] = static_cast<unsigned char>(bits);
    }
}

template <int Shift> SNUG_FN void addOneBit(const unsigned char *in, unsigned char *codes)
{
    for (int group = 0; group < 8; ++group)
        for (int i = 0; i < 32; ++i) {
            const int bit = in[i] >> group & 1;
            codes[32 * group + i] = static_cast<unsigned char>(codes[32 * group + i] | bit << Shift);
        }
}

/// Eight scales and eight minimums of six bits in 12 bytes: the first four of each lie low in bytes 0 .. 7, whose upper
/// two bits take the upper two of the last four; their low halves share bytes 8 .. 11.
SNUG_FN inline void packScaleMinimums(const unsigned char *scales, const unsigned char *minimums, unsigned char *out)
{
    for (int j = 0; j < 4; ++j) {
        out[j] = static_cast<unsigned char>(scales[j] | scales[j + 4] >> 4 << 6);
        out[j + 4] = static_cast<unsigned char>(minimums[j] | minimums[j + 4] >> 4 << 6);
        out[j + 8] = static_cast<unsigned char>((scales[j + 4] & 15) | (minimums[j + 4] & 15) << 4);
    }
}

SNUG_FN inline void unpackScaleMinimums(const unsigned char *in, int *scales, int *minimums)
{
    for (int j = 0; j < 4; ++j) {
        scales[j] = in[j] & 63;
        minimums[j] = in[j + 4] & 63;
        scales[j + 4] = (in[j + 8] & 15) | in[j] >> 6 << 4;
        minimums[j + 4] = in[j + 8] >> 4 | in[j + 4] >> 6 << 4;
    }
}

/// Sixteen numbers of six bits in 12 bytes: low halves in bytes 0 .. 7 as packNibbles() does, upper two bits of
/// number j in byte 8 + j % 4 at bit 2 * (j / 4).
SNUG_FN inline void packSixBits(const unsigned char *numbers, unsigned char *out)
{
    packNibbles<8>(numbers, out);
    for (int j = 0; j < 4; ++j)
        out[8 + j] = static_cast<unsigned char>(numbers[j] >> 4 | numbers[j + 4] >> 4 << 2 | numbers[j + 8] >> 4 << 4 |
                                                numbers[j + 12] >> 4 << 6);
}

SNUG_FN inline void unpackSixBits(const unsigned char *in, unsigned char *numbers)
{
    unpackNibbles<8>(in, numbers);
    for (int j = 0; j < 16; ++j)
        numbers[j] = static_cast<unsigned char>(numbers[j] | (in[8 + j % 4] >> (2 * (j / 4)) & 3) << 4);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
