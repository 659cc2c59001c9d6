// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Weights and bytes of a block of each type that this module knows.

#pragma once

#include <cstdint>

namespace snug::vulkan {

/// GGUF's numbers. Source: GGUF specification, enum ggml_type.
// clang-format off
enum class BlockType : std::uint32_t {
    F32 = 0, F16 = 1, Q4_0 = 2, Q4_1 = 3, Q5_0 = 6, Q5_1 = 7, Q8_0 = 8,
    Q2_K = 10, Q3_K = 11, Q4_K = 12, Q5_K = 13, Q6_K = 14, IQ4_NL = 20, IQ4_XS = 23,
    BF16 = 30, TQ1_0 = 34, TQ2_0 = 35, MXFP4 = 39,
};
// clang-format on

struct BlockShape
{
    std::uint32_t length; ///< weights
    std::uint32_t bytes;
    bool rowWeights = false; ///< with importance it looks at the mean square of the row
};

/// False for a type that is not known here.
bool findBlockShape(std::uint32_t type, BlockShape &shape);

} // namespace snug::vulkan
