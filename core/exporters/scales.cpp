// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/exporters/scales.h"

#include "core/kernels/floatbits.h"

#include <algorithm>
#include <cstring>

namespace snug {

using kernels::ScaleFormat;

ScaleFormat scaleFormatOf(TensorType type)
{
    return type == TensorType::F16 ? ScaleFormat::F16 : type == TensorType::BF16 ? ScaleFormat::BF16 : ScaleFormat::F32;
}

std::uint64_t scaleBytes(ScaleFormat format) { return format == ScaleFormat::F32 ? 4 : 2; }

void storeScale(ScaleFormat format, float value, std::byte *to)
{
    if (format == ScaleFormat::F32) {
        std::memcpy(to, &value, sizeof(value));
        return;
    }
    const std::uint16_t bits =
        format == ScaleFormat::F16 ? kernels::halfFromFloat(value) : kernels::bfloatFromFloat(value);
    std::memcpy(to, &bits, sizeof(bits));
}

float loadScale(ScaleFormat format, const std::byte *from)
{
    if (format == ScaleFormat::F32) {
        float value;
        std::memcpy(&value, from, sizeof(value));
        return value;
    }
    std::uint16_t bits;
    std::memcpy(&bits, from, sizeof(bits));
    return format == ScaleFormat::F16 ? kernels::halfToFloat(bits) : kernels::bfloatToFloat(bits);
}

float roundScale(ScaleFormat format, float value)
{
    std::byte bytes[sizeof(float)];
    storeScale(format, value, bytes);
    return loadScale(format, bytes);
}

float divisorScale(ScaleFormat format, float value)
{
    if (value == 0)
        return 1;
    const float smallest = format == ScaleFormat::F16 ? 0x1p-24f : 0x1p-126f;
    return std::max(roundScale(format, value), smallest);
}

void storeScales(ScaleFormat format, const float *values, std::uint64_t count, std::byte *to)
{
    for (std::uint64_t i = 0; i < count; ++i)
        storeScale(format, values[i], to + i * scaleBytes(format));
}

void loadScales(ScaleFormat format, const std::byte *from, std::uint64_t count, float *values)
{
    for (std::uint64_t i = 0; i < count; ++i)
        values[i] = loadScale(format, from + i * scaleBytes(format));
}

} // namespace snug
