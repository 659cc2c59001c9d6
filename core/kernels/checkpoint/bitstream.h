// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes, one a byte, as GPTQ, AWQ and compressed-tensors pack them into 32-bit words, and back. Any thread. No level
// has 5 bits yet and none AWQ's order: both wait for their methods.

#pragma once

#include "core/kernels/isa.h"

#include <stdint.h>

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Words that `count` codes of `bits` bits fill; the last may be filled in part.
inline long long packedWords(long long count, int bits) { return (count * bits + 31) / 32; }

/// Eight bytes with codes of Bits bits as 8 * Bits bits without gaps, the first code lowest: neighbours move together,
/// then pairs, then fours.
template <int Bits> uint64_t joinEight(uint64_t codes)
{
    constexpr uint64_t kOne = (1u << Bits) - 1, kTwo = (1u << 2 * Bits) - 1;
    codes = (codes & kOne * 0x0001000100010001u) | (codes >> 8 & kOne * 0x0001000100010001u) << Bits;
    codes = (codes & kTwo * 0x0000000100000001u) | (codes >> 16 & kTwo * 0x0000000100000001u) << 2 * Bits;
    return (codes & 0xffffffffu) | codes >> 32 << 4 * Bits;
}

/// The other way round.
template <int Bits> uint64_t splitEight(uint64_t bits)
{
    constexpr uint64_t kOne = (1u << Bits) - 1, kTwo = (1u << 2 * Bits) - 1, kFour = (uint64_t(1) << 4 * Bits) - 1;
    bits = (bits & kFour) | (bits >> 4 * Bits & kFour) << 32;
    bits = (bits & kTwo * 0x0000000100000001u) | (bits >> 2 * Bits & kTwo * 0x0000000100000001u) << 16;
    return (bits & kOne * 0x0001000100010001u) | (bits >> Bits & kOne * 0x0001000100010001u) << 8;
}

template <int Bits> void packStream(const unsigned char *codes, long long count, unsigned char *out)
{
    long long i = 0;
    for (; i + 8 <= count; i += 8, out += Bits) {
        uint64_t eight;
        __builtin_memcpy(&eight, codes + i, 8);
        eight = joinEight<Bits>(eight);
        __builtin_memcpy(out, &eight, Bits);
    }
    if (i < count) {
        uint64_t eight = 0;
        __builtin_memcpy(&eight, codes + i, static_cast<unsigned long>(count - i));
        eight = joinEight<Bits>(eight);
        __builtin_memcpy(out, &eight, static_cast<unsigned long>(((count - i) * Bits + 7) / 8));
    }
}

template <int Bits> void unpackStream(const unsigned char *in, long long count, unsigned char *codes)
{
    long long i = 0;
    for (; i + 8 <= count; i += 8, in += Bits) {
        uint64_t eight = 0;
        __builtin_memcpy(&eight, in, Bits);
        eight = splitEight<Bits>(eight);
        __builtin_memcpy(codes + i, &eight, 8);
    }
    if (i < count) {
        uint64_t eight = 0;
        __builtin_memcpy(&eight, in, static_cast<unsigned long>(((count - i) * Bits + 7) / 8));
        eight = splitEight<Bits>(eight);
        __builtin_memcpy(codes + i, &eight, static_cast<unsigned long>(count - i));
    }
}

/// One little-endian stream of codes, the first lowest, cut into words. Shapes: codes [count]; words
/// [packedWords(count, bits)] at any address, bits behind the last code are 0. bits: 2, 3, 4, 5 or 8; false for any
/// other. Of larger codes the low bits count. Words are in this machine's order, which is that of the files. Source: a
/// column of GPTQ's qweight; a row of compressed-tensors' pack-quantized (versions to about 0.12 pad the words of 3 and
/// 5 bits instead).
inline bool packCodes(const unsigned char *codes, long long count, int bits, void *words)
{
    if (count <= 0)
        return true;
    unsigned char *out = static_cast<unsigned char *>(words);
    if (bits >= 2 && bits <= 8)
        __builtin_memset(out + 4 * (packedWords(count, bits) - 1), 0, 4);
    switch (bits) {
    case 2:
        packStream<2>(codes, count, out);
        return true;
    case 3:
        packStream<3>(codes, count, out);
        return true;
    case 4:
        packStream<4>(codes, count, out);
        return true;
    case 5:
        packStream<5>(codes, count, out);
        return true;
    case 8:
        __builtin_memcpy(out, codes, static_cast<unsigned long>(count));
        return true;
    default:
        return false;
    }
}

/// The other way round: `count` codes, one a byte.
inline bool unpackCodes(const void *words, long long count, int bits, unsigned char *codes)
{
    if (count <= 0)
        return true;
    const unsigned char *in = static_cast<const unsigned char *>(words);
    switch (bits) {
    case 2:
        unpackStream<2>(in, count, codes);
        return true;
    case 3:
        unpackStream<3>(in, count, codes);
        return true;
    case 4:
        unpackStream<4>(in, count, codes);
        return true;
    case 5:
        unpackStream<5>(in, count, codes);
        return true;
    case 8:
        __builtin_memcpy(codes, in, static_cast<unsigned long>(count));
        return true;
    default:
        return false;
    }
}

/// AutoAWQ's GEMM order: which of eight neighbouring outputs lies in half byte i of a word.
inline constexpr int kAwqOrder[8] = {0, 2, 4, 6, 1, 3, 5, 7};

/// Eight rows of four-bit codes, `stride` apart, as AWQ words along a column of the words [inputs, outputs / 8]: word
/// i, `wordStride` words behind word i - 1, holds code i of each row in kAwqOrder. A group's zeros pack likewise.
/// Shapes: codes [8, stride], of each row the first `count`.
inline void packAwqRows(const unsigned char *codes, long long stride, long long count, uint32_t *words,
                        long long wordStride)
{
    constexpr int kStep = 64; // a stretch of its own becomes vector code
    for (long long begin = 0; begin < count; begin += kStep) {
        const int length = static_cast<int>(count - begin < kStep ? count - begin : kStep);
        uint32_t stretch[kStep] = {};
        for (int half = 0; half < 8; ++half) {
            const unsigned char *row = codes + kAwqOrder[half] * stride + begin;
            for (int i = 0; i < length; ++i)
                stretch[i] |= static_cast<uint32_t>(row[i] & 15) << (4 * half);
        }
        for (int i = 0; i < length; ++i)
            words[(begin + i) * wordStride] = stretch[i];
    }
}

/// The other way round.
inline void unpackAwqRows(const uint32_t *words, long long wordStride, long long count, unsigned char *codes,
                          long long stride)
{
    for (int half = 0; half < 8; ++half) {
        unsigned char *row = codes + kAwqOrder[half] * stride;
        for (long long i = 0; i < count; ++i)
            row[i] = words[i * wordStride] >> (4 * half) & 15;
    }
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
