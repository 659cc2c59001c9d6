// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/pieceunits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace snug {

namespace {

constexpr std::size_t kMxfp4Bytes = 16;

std::array<float, 256> makeFp8Values()
{
    std::array<float, 256> values{};
    for (int byte = 0; byte < 256; ++byte) {
        const int exponent = (byte >> 3) & 0xF, mantissa = byte & 7;
        float value = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                                    : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
        if (exponent == 0xF && mantissa == 7)
            value = NAN;
        values[static_cast<std::size_t>(byte)] = byte & 0x80 ? -value : value;
    }
    return values;
}

float fromHalf(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1F;
    const auto mantissa = static_cast<float>(bits & 0x3FF);
    const float sign = bits & 0x8000 ? -1.0F : 1.0F;
    if (exponent == 0x1F)
        return mantissa == 0 ? sign * INFINITY : NAN;
    return exponent == 0 ? sign * std::ldexp(mantissa, -24) : sign * std::ldexp(1024.0F + mantissa, exponent - 25);
}

void put(std::byte *out, std::size_t index, float value)
{
    std::memcpy(out + index * sizeof value, &value, sizeof value);
}

} // namespace

const std::array<float, 256> &fp8Values()
{
    static const std::array<float, 256> values = makeFp8Values();
    return values;
}

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

void addOne(std::span<const std::byte> stored, TensorType type, std::span<std::byte> out)
{
    for (std::size_t i = 0; i < out.size() / sizeof(float); ++i)
        put(out.data(), i, plainValue(stored.data(), i, type) + 1.0F);
}

void decodeFp8(std::span<const std::byte> stored, const std::byte *scales, TensorType scaleType, std::size_t scaleCols,
               std::byte *out)
{
    const std::array<float, 256> &values = fp8Values();
    for (std::size_t first = 0; first < stored.size(); first += scaleCols) {
        const float scale = plainValue(scales, first / scaleCols, scaleType);
        const std::size_t end = std::min(stored.size(), first + scaleCols);
        for (std::size_t i = first; i < end; ++i)
            put(out, i, values[std::to_integer<std::size_t>(stored[i])] * scale);
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
