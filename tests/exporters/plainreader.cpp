// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/exporters/plainreader.h"

#include <nlohmann/json.hpp>

#include <QtGlobal>

#include <cmath>
#include <cstring>
#include <functional>

namespace snug::test {

namespace {

template <class T> T at(const AssembledTensor &tensor, std::uint64_t index)
{
    T value;
    if ((index + 1) * sizeof(T) > tensor.bytes.size())
        qFatal("%s has no element %llu", tensor.info.name.c_str(), static_cast<unsigned long long>(index));
    std::memcpy(&value, tensor.bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

float half(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return static_cast<float>(bits & 0x8000 ? -value : value);
}

float e4m3(std::uint8_t bits)
{
    const int exponent = bits >> 3 & 15, mantissa = bits & 7;
    const double value = exponent == 0 ? std::ldexp(mantissa, -9) : std::ldexp(8 + mantissa, exponent - 10);
    return static_cast<float>(bits & 0x80 ? -value : value);
}

float e2m1(unsigned code)
{
    constexpr float kValues[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    return code & 8 ? -kValues[code & 7] : kValues[code & 7];
}

/// Of a tensor of floats of any type.
float scaleAt(const AssembledTensor &tensor, std::uint64_t index)
{
    if (tensor.info.dtype == "F32")
        return at<float>(tensor, index);
    const auto bits = at<std::uint16_t>(tensor, index);
    if (tensor.info.dtype == "F16")
        return half(bits);
    float value;
    const std::uint32_t wide = std::uint32_t{bits} << 16;
    std::memcpy(&value, &wide, sizeof(value));
    return value;
}

using Weight = std::function<float(std::uint64_t row, std::uint64_t col)>;

Weight gptq(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    return [&](std::uint64_t row, std::uint64_t col) {
        // A column of words is a stream of codes; a row of the zeros' words too.
        const auto &weights = made.named(".qweight"), &zeros = made.named(".qzeros");
        const auto bits = static_cast<std::uint64_t>(scheme.bits);
        const auto group = static_cast<std::uint64_t>(at<std::int32_t>(made.named(".g_idx"), col));
        unsigned code = 0, zero = 0;
        for (std::uint64_t i = 0; i < bits; ++i) {
            const std::uint64_t bit = col * bits + i, zeroBit = row * bits + i;
            code |= (at<std::uint32_t>(weights, bit / 32 * matrix.rows + row) >> bit % 32 & 1) << i;
            const std::uint64_t word = group * (matrix.rows * bits / 32) + zeroBit / 32;
            zero |= (at<std::uint32_t>(zeros, word) >> zeroBit % 32 & 1) << i;
        }
        const float scale = scaleAt(made.named(".scales"), group * matrix.rows + row);
        return (static_cast<float>(code) - static_cast<float>(zero + 1)) * scale;
    };
}

Weight packQuantized(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    return [&](std::uint64_t row, std::uint64_t col) {
        const AssembledTensor &packed = made.named(".weight_packed"), &scales = made.named(".weight_scale");
        const std::uint64_t words = packed.info.shape[1], groups = scales.info.shape[1];
        const std::uint64_t group = col / (matrix.cols / groups);
        const int low = 1 << (scheme.bits - 1);
        const auto rowBytes = std::span(packed.bytes).subspan(row * words * 4, words * 4);
        const int code = static_cast<int>(bitField(rowBytes, col, scheme.bits)) - low;
        int zero = 0;
        if (!scheme.symmetric) {
            const AssembledTensor &zeros = made.named(".weight_zero_point");
            for (int i = 0; i < scheme.bits; ++i) {
                const std::uint64_t bit = row * static_cast<std::uint64_t>(scheme.bits) + static_cast<unsigned>(i);
                zero |= static_cast<int>(at<std::uint32_t>(zeros, bit / 32 * groups + group) >> bit % 32 & 1) << i;
            }
            zero -= low;
        }
        return static_cast<float>(code - zero) * scaleAt(scales, row * groups + group);
    };
}

Weight bytesWithScales(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    return [&](std::uint64_t row, std::uint64_t col) {
        const AssembledTensor &weight = made.named(".weight"), &scales = made.named(".weight_scale");
        std::uint64_t scale = row;
        if (scheme.coding == Coding::Fp8 && scheme.fp8Scales == ScaleReach::Tensor)
            scale = 0;
        if (scheme.coding == Coding::Fp8 && scheme.fp8Scales == ScaleReach::Block)
            scale = row / 128 * ((matrix.cols + 127) / 128) + col / 128;
        const std::uint64_t index = row * matrix.cols + col;
        const float code = scheme.coding == Coding::Fp8 ? e4m3(at<std::uint8_t>(weight, index))
                                                        : static_cast<float>(at<std::int8_t>(weight, index));
        return code * scaleAt(scales, scale);
    };
}

Weight fourBitFloats(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    return [&](std::uint64_t row, std::uint64_t col) {
        const std::uint64_t index = row * matrix.cols + col;
        const float code = e2m1(bitField(made.named(".weight_packed").bytes, index, 4));
        if (scheme.coding == Coding::Mxfp4)
            return code * std::ldexp(1.0f, at<std::uint8_t>(made.named(".weight_scale"), index / 32) - 127);
        const float scale = e4m3(at<std::uint8_t>(made.named(".weight_scale"), index / 16));
        return code * scale / at<float>(made.named(".weight_global_scale"), 0);
    };
}

Weight bitsAndBytes(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    if (scheme.coding == Coding::Int8Rows)
        return [&](std::uint64_t row, std::uint64_t col) {
            return static_cast<float>(at<std::int8_t>(made.named(".weight"), row * matrix.cols + col)) *
                   at<float>(made.named(".SCB"), row) / 127;
        };
    const bool nf4 = scheme.coding == Coding::Nf4;
    const AssembledTensor &state = made.named(nf4 ? "bitsandbytes__nf4" : "bitsandbytes__fp4");
    const auto json = nlohmann::json::parse(reinterpret_cast<const char *>(state.bytes.data()),
                                            reinterpret_cast<const char *>(state.bytes.data()) + state.bytes.size());
    const auto block = json.at("blocksize").get<std::uint64_t>();
    const float offset = scheme.doubleQuantized ? json.at("nested_offset").get<float>() : 0.0f;
    return [&scheme, &matrix, &made, block, offset](std::uint64_t row, std::uint64_t col) {
        const std::uint64_t index = row * matrix.cols + col;
        const auto both = at<std::uint8_t>(made.named(".weight"), index / 2);
        const float value = at<float>(made.named(".quant_map"), index % 2 ? both & 15 : both >> 4);
        const AssembledTensor &absmax = made.named(".absmax");
        if (!scheme.doubleQuantized)
            return value * at<float>(absmax, index / block);
        const float step = at<float>(made.named(".nested_quant_map"), at<std::uint8_t>(absmax, index / block));
        return value * (step * at<float>(made.named(".nested_absmax"), index / block / 256) + offset);
    };
}

Weight weightOf(const Scheme &scheme, const Matrix &matrix, const Assembled &made)
{
    if (scheme.format == FolderFormat::BitsAndBytes)
        return bitsAndBytes(scheme, matrix, made);
    if (scheme.format == FolderFormat::Gptq)
        return gptq(scheme, matrix, made);
    if (scheme.coding == Coding::Nvfp4 || scheme.coding == Coding::Mxfp4)
        return fourBitFloats(scheme, matrix, made);
    if (scheme.coding == Coding::Fp8 || scheme.quantizedActivations)
        return bytesWithScales(scheme, matrix, made);
    return packQuantized(scheme, matrix, made);
}

} // namespace

unsigned bitField(std::span<const std::byte> bytes, std::uint64_t index, int bits)
{
    unsigned value = 0;
    for (int i = 0; i < bits; ++i) {
        const std::uint64_t bit = index * static_cast<std::uint64_t>(bits) + static_cast<unsigned>(i);
        value |= (std::to_integer<unsigned>(bytes[bit / 8]) >> bit % 8 & 1) << i;
    }
    return value;
}

std::vector<float> readPlainly(const Scheme &scheme, const Matrix &matrix, const Assembled &assembled)
{
    const Weight weight = weightOf(scheme, matrix, assembled);
    std::vector<float> values;
    for (std::uint64_t row = 0; row < matrix.rows; ++row)
        for (std::uint64_t col = 0; col < matrix.cols; ++col)
            values.push_back(weight(row, col));
    return values;
}

} // namespace snug::test
