// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/floatvalues.h"

#include "core/base/inputfile.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace snug {

namespace {

// IEEE 754 binary16 to binary32, exact; NaN stays NaN.
float fromHalf(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1F;
    const auto mantissa = static_cast<float>(bits & 0x3FF);
    const float sign = bits & 0x8000 ? -1.0F : 1.0F;
    if (exponent == 0x1F)
        return mantissa == 0 ? sign * INFINITY : NAN;
    if (exponent == 0)
        return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024.0F + mantissa, exponent - 25);
}

float fromBfloat(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

} // namespace

Result<std::vector<float>> readFloats(const std::filesystem::path &path, const TensorSource &source)
{
    auto file = InputFile::open(path);
    if (!file)
        return fail(std::move(file).error());
    std::vector<std::byte> bytes(static_cast<std::size_t>(source.sizeBytes));
    SNUG_TRY(file->readAt(source.offset, bytes));
    if (source.type == TensorType::F32) {
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
        return values;
    }
    if (source.type != TensorType::F16 && source.type != TensorType::BF16)
        return fail(ErrorCode::Internal, "A tensor of another type than F32, F16 and BF16 was to be read as floats.");
    std::vector<float> values(bytes.size() / 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, bytes.data() + 2 * i, sizeof half); // little-endian machines only, like the formats
        values[i] = source.type == TensorType::F16 ? fromHalf(half) : fromBfloat(half);
    }
    return values;
}

} // namespace snug
