// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/weights/pieceunits.h"

#include "core/kernels/checkpoint/groupkernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace snug {

namespace {

constexpr std::size_t kMxfp4Bytes = 16;

float fromHalf(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1F;
    const auto mantissa = static_cast<float>(bits & 0x3FF);
    const float sign = bits & 0x8000 ? -1.0F : 1.0F;
    if (exponent == 0x1F)
        return mantissa == 0 ? sign * INFINITY : NAN;
    return exponent == 0 ? sign * std::ldexp(mantissa, -24) : sign * std::ldexp(1024.0F + mantissa, exponent - 25);
}

constexpr std::size_t kFp8AtOnce = 256; // a block of scales is as wide or half so

void put(std::byte *out, std::size_t index, float value)
{
    std::memcpy(out + index * sizeof value, &value, sizeof value);
}

} // namespace

float plainValue(const std::byte *values, std::size_t index, TensorType type)
{
    if (type == TensorType::F32) {
        float value = 0;
        std::memcpy(&value, values + index * sizeof value, sizeof value);
        return value;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, values + index * sizeof bits, sizeof bits); // little-endian machines only, like the formats
    return type == TensorType::F16 ? fromHalf(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

void addToEach(float addend, std::span<const std::byte> stored, TensorType type, std::span<std::byte> out)
{
    for (std::size_t i = 0; i < out.size() / sizeof(float); ++i)
        put(out.data(), i, plainValue(stored.data(), i, type) + addend);
}

void decodeFp8(std::span<const std::byte> stored, const std::byte *scales, TensorType scaleType, std::size_t scaleCols,
               std::byte *out)
{
    // By way of buffers of its own: codes may lie where values go.
    unsigned char codes[kFp8AtOnce];
    float values[kFp8AtOnce];
    for (std::size_t first = 0; first < stored.size(); first += scaleCols) {
        const float scale = plainValue(scales, first / scaleCols, scaleType);
        const std::size_t end = std::min(stored.size(), first + scaleCols);
        for (std::size_t at = first; at < end; at += kFp8AtOnce) {
            const std::size_t count = std::min(kFp8AtOnce, end - at);
            std::memcpy(codes, stored.data() + at, count);
            kernels::groupKernels().fromE4M3(codes, static_cast<long long>(count), scale, values);
            std::memcpy(out + at * sizeof(float), values, count * sizeof(float));
        }
    }
}

void repackMxfp4(std::span<const std::byte> stored, std::span<const std::byte> exponents, std::byte *out)
{
    constexpr std::byte kLow{0x0F};
    for (std::size_t block = 0; block < exponents.size(); ++block, out += 1 + kMxfp4Bytes) {
        std::byte from[kMxfp4Bytes];
        std::memcpy(from, stored.data() + block * kMxfp4Bytes, kMxfp4Bytes);
        out[0] = exponents[block];
        // Weight 2i is the low half of stored byte i, weight 2i + 1 its high half; out, weight i of the first 16 is a
        // low half and weight 16 + i the high half beside it.
        for (std::size_t i = 0; i < kMxfp4Bytes; ++i) {
            const auto nibble = [&](std::size_t weight) {
                return weight % 2 == 0 ? from[weight / 2] & kLow : from[weight / 2] >> 4;
            };
            out[1 + i] = nibble(i) | nibble(i + kMxfp4Bytes) << 4;
        }
    }
}

} // namespace snug
