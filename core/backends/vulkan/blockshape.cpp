// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/blockshape.h"

#include "core/kernels/layouts.h"

namespace snug::vulkan {

bool findBlockShape(std::uint32_t type, BlockShape &shape)
{
    using namespace snug::kernels;
    // clang-format off
    switch (static_cast<BlockType>(type)) {
    case BlockType::F32:    shape = {1, 4}; return true;
    case BlockType::F16:    shape = {1, 2}; return true;
    case BlockType::BF16:   shape = {1, 2}; return true;
    case BlockType::Q4_0:   shape = {32, sizeof(BlockQ4_0), true}; return true;
    case BlockType::Q4_1:   shape = {32, sizeof(BlockQ4_1), true}; return true;
    case BlockType::Q5_0:   shape = {32, sizeof(BlockQ5_0), true}; return true;
    case BlockType::Q5_1:   shape = {32, sizeof(BlockQ5_1), true}; return true;
    case BlockType::Q8_0:   shape = {32, sizeof(BlockQ8_0)}; return true;
    case BlockType::IQ4_NL: shape = {32, sizeof(BlockIQ4_NL)}; return true;
    case BlockType::MXFP4:  shape = {32, sizeof(BlockMXFP4)}; return true;
    case BlockType::Q2_K:   shape = {256, sizeof(BlockQ2_K)}; return true;
    case BlockType::Q3_K:   shape = {256, sizeof(BlockQ3_K)}; return true;
    case BlockType::Q4_K:   shape = {256, sizeof(BlockQ4_K)}; return true;
    case BlockType::Q5_K:   shape = {256, sizeof(BlockQ5_K)}; return true;
    case BlockType::Q6_K:   shape = {256, sizeof(BlockQ6_K)}; return true;
    case BlockType::IQ4_XS: shape = {256, sizeof(BlockIQ4_XS)}; return true;
    case BlockType::TQ1_0:  shape = {256, sizeof(BlockTQ1_0)}; return true;
    case BlockType::TQ2_0:  shape = {256, sizeof(BlockTQ2_0)}; return true;
    }
    // clang-format on
    return false;
}

} // namespace snug::vulkan
