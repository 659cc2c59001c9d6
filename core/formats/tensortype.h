// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Storage types of tensors and their block geometry, numbered as GGUF numbers them.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace snug {

/// Numbers are those of the GGUF format. Source: GGUF specification, enum ggml_type (reference release v0.5.0).
// clang-format off
enum class TensorType : std::uint32_t {
    F32 = 0, F16 = 1, Q4_0 = 2, Q4_1 = 3, Q5_0 = 6, Q5_1 = 7, Q8_0 = 8, Q8_1 = 9,
    Q2_K = 10, Q3_K = 11, Q4_K = 12, Q5_K = 13, Q6_K = 14, Q8_K = 15,
    IQ2_XXS = 16, IQ2_XS = 17, IQ3_XXS = 18, IQ1_S = 19, IQ4_NL = 20, IQ3_S = 21, IQ2_S = 22, IQ4_XS = 23,
    I8 = 24, I16 = 25, I32 = 26, I64 = 27, F64 = 28, IQ1_M = 29, BF16 = 30,
    TQ1_0 = 34, TQ2_0 = 35, MXFP4 = 39, NVFP4 = 40, Q1_0 = 41, Q2_0 = 42,
};
// clang-format on

struct TensorTypeInfo
{
    TensorType type;
    std::string_view name;     ///< "Q4_K"
    std::uint32_t blockLength; ///< weights in a block; 1 for plain types
    std::uint32_t blockBytes;  ///< bytes of a block
    bool quantized;
};

/// Nothing for a number that is not (or no longer) a type.
const TensorTypeInfo *findTensorType(std::uint32_t number);
/// By name, ignoring case.
const TensorTypeInfo *findTensorType(std::string_view name);
const TensorTypeInfo &tensorTypeInfo(TensorType type);
inline std::string_view tensorTypeName(TensorType type) { return tensorTypeInfo(type).name; }

/// "bfloat16" for "BF16": what PyTorch and config.json call a type; "" for types that are no plain floats.
std::string_view torchDtype(std::string_view typeName);

/// Bytes that hold so many weights; the last block counts whole. For numbers already checked against a tensor's.
std::uint64_t storedBytes(TensorType type, std::uint64_t weights);

/// Bytes of a row of `cols` weights; nothing when `cols` is not a multiple of the block length or on overflow.
std::optional<std::uint64_t> rowBytes(TensorType type, std::uint64_t cols);

/// Bytes of a tensor whose rows have dims[0] weights; nothing for no dimensions, rows that do not divide into blocks,
/// or when bytes or weights overflow 64 bits.
std::optional<std::uint64_t> tensorBytes(TensorType type, std::span<const std::uint64_t> dims);

} // namespace snug
