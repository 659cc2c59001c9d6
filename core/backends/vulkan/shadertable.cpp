// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/shadertable.h"

#include "core/backends/vulkan/blockshape.h"
#include "core/backends/vulkan/spirvlist.h"

namespace snug::vulkan {

namespace {

constexpr std::uint32_t number(BlockType type) { return static_cast<std::uint32_t>(type); }

// clang-format off
/// One weight an invocation.
#define DEQUANTIZE(TYPE)                                                                                               \
    {SNUG_DEQUANTIZE, number(BlockType::TYPE), Importance::Either, "dequantize" #TYPE, &spirv::dequantize##TYPE, 256,  \
     SNUG_EXACT}

/// BLOCKS blocks a workgroup, as its source says.
#define QUANTIZE(TYPE, LENGTH, BLOCKS)                                                                                 \
    {SNUG_QUANTIZE, number(BlockType::TYPE), Importance::Either, "quantize" #TYPE, &spirv::quantize##TYPE,             \
     (LENGTH) * (BLOCKS), SNUG_EXACT}
#define QUANTIZE_WEIGHTED(TYPE, LENGTH, BLOCKS)                                                                        \
    {SNUG_QUANTIZE, number(BlockType::TYPE), Importance::Without, "quantize" #TYPE, &spirv::quantize##TYPE,            \
     (LENGTH) * (BLOCKS), SNUG_EXACT},                                                                                 \
    {SNUG_QUANTIZE, number(BlockType::TYPE), Importance::With, "quantize" #TYPE "Weighted",                            \
     &spirv::quantize##TYPE##Weighted, (LENGTH) * (BLOCKS), SNUG_EXACT}

const Shader kShaders[] = {
    DEQUANTIZE(F32),
    DEQUANTIZE(F16),
    DEQUANTIZE(BF16),
    DEQUANTIZE(Q4_0),
    DEQUANTIZE(Q4_1),
    DEQUANTIZE(Q5_0),
    DEQUANTIZE(Q5_1),
    DEQUANTIZE(Q8_0),
    DEQUANTIZE(Q2_K),
    DEQUANTIZE(Q3_K),
    DEQUANTIZE(Q4_K),
    DEQUANTIZE(Q5_K),
    DEQUANTIZE(Q6_K),
    DEQUANTIZE(IQ4_NL),
    DEQUANTIZE(IQ4_XS),
    DEQUANTIZE(TQ1_0),
    DEQUANTIZE(TQ2_0),
    DEQUANTIZE(MXFP4),
    {SNUG_QUANTIZE, number(BlockType::F32), Importance::Either, "quantizeF32", &spirv::quantizeF32, 256, SNUG_EXACT},
    {SNUG_QUANTIZE, number(BlockType::F16), Importance::Either, "quantizeF16", &spirv::quantizeF16, 512, SNUG_EXACT},
    {SNUG_QUANTIZE, number(BlockType::BF16), Importance::Either, "quantizeBF16", &spirv::quantizeBF16, 512, SNUG_EXACT},
    QUANTIZE(Q8_0, 32, 64),
    QUANTIZE_WEIGHTED(Q4_0, 32, 64),
    QUANTIZE_WEIGHTED(Q4_1, 32, 64),
    QUANTIZE_WEIGHTED(Q5_0, 32, 64),
    QUANTIZE_WEIGHTED(Q5_1, 32, 64),
    QUANTIZE_WEIGHTED(Q2_K, 256, 4),
    QUANTIZE_WEIGHTED(Q3_K, 256, 4),
    QUANTIZE_WEIGHTED(Q4_K, 256, 8),
    QUANTIZE_WEIGHTED(Q5_K, 256, 8),
    QUANTIZE_WEIGHTED(Q6_K, 256, 4),
    QUANTIZE_WEIGHTED(IQ4_NL, 32, 64),
    QUANTIZE_WEIGHTED(IQ4_XS, 256, 8),
    QUANTIZE(TQ1_0, 256, 8),
    QUANTIZE(TQ2_0, 256, 8),
    QUANTIZE(MXFP4, 32, 64),
    {SNUG_ROW_MEAN_SQUARES, kNoType, Importance::Either, "rowMeanSquares", &spirv::rowMeanSquares, 32, SNUG_EXACT},
    {SNUG_FIRST_NONFINITE, kNoType, Importance::Either, "firstNonFinite", &spirv::firstNonFinite, 1024, SNUG_EXACT},
    {SNUG_ERROR_SUMS, kNoType, Importance::Either, "errorSums", &spirv::errorSums, 256, SNUG_EXACT},
    {kTryRounding, kNoType, Importance::Either, "tryRounding", &spirv::tryRounding, 64, SNUG_EXACT},
    {kTryArithmetic, kNoType, Importance::Either, "tryArithmetic", &spirv::tryArithmetic, 64, SNUG_EXACT},
};
// clang-format on

} // namespace

const Shader *findShader(std::uint32_t operation, std::uint32_t type, bool weighted)
{
    const Importance importance = weighted ? Importance::With : Importance::Without;
    for (const Shader &shader : kShaders)
        if (shader.operation == operation && (shader.type == type || shader.type == kNoType) &&
            (shader.importance == importance || shader.importance == Importance::Either))
            return &shader;
    return nullptr;
}

} // namespace snug::vulkan
