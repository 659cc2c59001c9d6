// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/shapefallback.h"

namespace snug {

namespace {

bool divides(TensorType type, std::uint64_t cols) { return cols % tensorTypeInfo(type).blockLength == 0; }

} // namespace

std::optional<TensorType> standInFor(TensorType wanted)
{
    switch (wanted) {
    case TensorType::IQ1_S:
    case TensorType::IQ1_M:
    case TensorType::IQ2_XXS:
    case TensorType::IQ2_XS:
    case TensorType::IQ2_S:
    case TensorType::IQ3_XXS:
    case TensorType::IQ3_S:
    case TensorType::IQ4_XS:
        return TensorType::IQ4_NL;
    case TensorType::Q2_K:
    case TensorType::Q3_K:
    case TensorType::TQ1_0:
    case TensorType::TQ2_0:
    case TensorType::Q2_0:
        return TensorType::Q4_0;
    case TensorType::Q4_K:
        return TensorType::Q5_0;
    case TensorType::Q5_K:
        return TensorType::Q5_1;
    case TensorType::Q6_K:
        return TensorType::Q8_0;
    case TensorType::Q1_0:
    case TensorType::NVFP4:
        return std::nullopt;
    default:
        return tensorTypeInfo(wanted).blockLength > 1 ? std::optional(TensorType::F16) : std::nullopt;
    }
}

std::optional<TensorType> typeForRow(TensorType wanted, std::uint64_t cols)
{
    if (divides(wanted, cols))
        return wanted;
    const std::optional<TensorType> type = standInFor(wanted);
    if (type && !divides(*type, cols))
        return TensorType::F16;
    return type;
}

} // namespace snug
