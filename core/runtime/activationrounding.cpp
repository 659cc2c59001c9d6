// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/activationrounding.h"

namespace snug {

std::optional<SnugRowRounding> rowRoundingOf(TensorType type)
{
    switch (type) {
    case TensorType::F32:
    case TensorType::F16:
    case TensorType::BF16:
        return std::nullopt;
    case TensorType::Q4_0:
    case TensorType::Q4_1:
    case TensorType::Q5_0:
    case TensorType::Q5_1:
    case TensorType::Q8_0:
    case TensorType::IQ4_NL:
    case TensorType::MXFP4:
    case TensorType::NVFP4:
        return SNUG_ROUND_32;
    default:
        return SNUG_ROUND_256;
    }
}

} // namespace snug
