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

/// Sixteen bytes, the first lowest, in one piece: what loads all of them must not wait for two stores.
SNUG_FN inline void storeSixteen(uint64_t first, uint64_t second, void *to)
{
#ifdef __CUDACC__
    __builtin_memcpy(to, &first, 8);
    __builtin_memcpy(static_cast<char *>(to) + 8, &second, 8);
#else
    typedef uint64_t Both __attribute__((vector_size(16)));
    const Both both = {first, second};
    __builtin_memcpy(to, &both, 16);
#endif
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

SNUG_FN inline void addFifthBits(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < 32; ++i)
        codes[i] = static_cast<unsigned char>(codes[i] | (in[i / 8] >> i % 8 & 1) << 4);
}

template <int Shift> SNUG_FN void addTwoBits(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < 256; ++i) {
        const int bits = in[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
        codes[i] = static_cast<unsigned char>(codes[i] | bits << Shift);
    }
}

template <int Shift> SNUG_FN void addOneBit(const unsigned char *in, unsigned char *codes)
{
    for (int i = 0; i < 256; ++i)
        codes[i] = static_cast<unsigned char>(codes[i] | (in[i % 32] >> (i / 32) & 1) << Shift);
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

    // Shifts of two bytes as one, for there is no instruction for single ones. Bits must not leave their byte to the
    // left; what comes in from the right neighbour must be masked away.
    typedef uint16_t Pairs __attribute__((vector_size(N)));
    template <int Bits> static Type left(Type bytes)
    {
        return reinterpret_cast<Type>(reinterpret_cast<Pairs>(bytes) << Bits);
    }
    template <int Bits> static Type right(Type bytes)
    {
        return reinterpret_cast<Type>(reinterpret_cast<Pairs>(bytes) >> Bits);
    }
    /// The bits of Mask, Bits to the left or, if that is less than 0, to the right of where they are.
    template <int Mask, int Bits> static Type moved(Type bytes)
    {
        if constexpr (Bits > 0)
            return left<Bits>(bytes & Mask);
        else if constexpr (Bits < 0)
            return right<-Bits>(bytes) & (Mask >> -Bits);
        else
            return bytes & Mask;
    }
};

template <int N> void packNibbles(const unsigned char *codes, unsigned char *out)
{
    constexpr int kStep = N < 16 ? N : 16;
    using V = ByteVector<kStep>;
    for (int i = 0; i < N; i += kStep)
        V::store((V::load(codes + i) & 15) | V::load(codes + N + i) << 4, out + i);
}

// Codes are unpacked in vectors as long as the instruction set has, 16 bytes at least: what follows loads up to 16
// codes at once, and a load that spans two stores waits for both.
#ifdef __AVX2__
inline constexpr int kBytesAtOnce = 32;
#else
inline constexpr int kBytesAtOnce = 16;
#endif

template <int N> SNUG_INLINE void unpackNibbles(const unsigned char *in, unsigned char *codes)
{
    constexpr int kStep = N < kBytesAtOnce ? N : kBytesAtOnce;
    using V = ByteVector<kStep>;
    for (int i = 0; i < N; i += kStep) {
        const auto both = V::load(in + i);
        V::store(both & 15, codes + i);
        V::store(V::template moved<240, -4>(both), codes + N + i);
    }
}

/// Bit 4 of 32 codes: as packFifthBits() lays it.
SNUG_INLINE void addFifthBits(const unsigned char *in, unsigned char *codes)
{
    using V = ByteVector<16>;
    typedef uint32_t Words __attribute__((vector_size(16)));
    const V::Type places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t word;
    __builtin_memcpy(&word, in, 4);
    const auto all = reinterpret_cast<V::Type>(Words{word, word, word, word});
    const V::Type low = __builtin_shufflevector(all, all, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    const V::Type high = __builtin_shufflevector(all, all, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    V::store(V::load(codes) | (reinterpret_cast<V::Type>((low & places) == places) & 16), codes);
    V::store(V::load(codes + 16) | (reinterpret_cast<V::Type>((high & places) == places) & 16), codes + 16);
}

/// What packTwoBits<Shift>() took away.
template <int Shift> SNUG_INLINE void addTwoBits(const unsigned char *in, unsigned char *codes)
{
    using V = ByteVector<kBytesAtOnce>;
    for (int half = 0; half < 2; ++half, codes += 128, in += 32)
        for (int i = 0; i < 32; i += kBytesAtOnce) {
            const auto all = V::load(in + i);
            V::store(V::load(codes + i) | V::template moved<3, Shift>(all), codes + i);
            V::store(V::load(codes + i + 32) | V::template moved<12, Shift - 2>(all), codes + i + 32);
            V::store(V::load(codes + i + 64) | V::template moved<48, Shift - 4>(all), codes + i + 64);
            V::store(V::load(codes + i + 96) | V::template moved<192, Shift - 6>(all), codes + i + 96);
        }
}

/// What packOneBit<Shift>() took away, of groups of 32 codes from number Group on.
template <int Shift, int Group = 0> SNUG_INLINE void addOneBit(const unsigned char *in, unsigned char *codes)
{
    using V = ByteVector<kBytesAtOnce>;
    for (int i = 0; i < 32; i += kBytesAtOnce) {
        unsigned char *const own = codes + 32 * Group + i;
        V::store(V::load(own) | V::template moved<1 << Group, Shift - Group>(V::load(in + i)), own);
    }
    if constexpr (Group < 7)
        addOneBit<Shift, Group + 1>(in, codes);
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

/// Eight of each, with eight zeros behind.
SNUG_FN inline void unpackScaleMinimums(const unsigned char *in, signed char *scales, signed char *minimums)
{
    const uint64_t first = loadWord(in), second = loadWord(in + 4), third = loadWord(in + 8); // four bytes at once
    const uint64_t lastScales = (third & 0x0f0f0f0f) | (first >> 6 & 0x03030303) << 4;
    const uint64_t lastMinimums = (third >> 4 & 0x0f0f0f0f) | (second >> 6 & 0x03030303) << 4;
    storeSixteen((first & 0x3f3f3f3f) | lastScales << 32, 0, scales);
    storeSixteen((second & 0x3f3f3f3f) | lastMinimums << 32, 0, minimums);
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

/// The same numbers less 32.
SNUG_FN inline void unpackSixBits(const unsigned char *in, signed char *numbers)
{
    constexpr uint64_t kNibbles = 0x0f0f0f0f0f0f0f0f, kSigns = 0x8080808080808080, kHalves = 0x2020202020202020;
    const uint64_t low = loadWord(in) | static_cast<uint64_t>(loadWord(in + 4)) << 32, high = loadWord(in + 8);
    const auto upper = [high](int shift) { return (high >> shift & 0x03030303) << 4; }; // of four numbers
    const auto centred = [](uint64_t bytes) { return ((bytes | kSigns) - kHalves) ^ kSigns; };
    storeSixteen(centred((low & kNibbles) | upper(0) | upper(2) << 32),
                 centred((low >> 4 & kNibbles) | upper(4) | upper(6) << 32), numbers);
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
