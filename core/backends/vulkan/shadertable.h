// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every shader of the module: what it does, and how much of the work a workgroup takes.

#pragma once

#include "core/backends/abi.h"
#include "core/backends/vulkan/spirv.h"

#include <cstdint>

namespace snug::vulkan {

/// Buffers that a shader can bind, operand i at binding i.
inline constexpr std::uint32_t kShaderBuffers = 5;

/// The type of operations that have none.
inline constexpr std::uint32_t kNoType = 0xffffffffu;

/// Beside the operations of abi.h, for this module alone: triples of words to answers, numbers: 0 count of triples.
inline constexpr std::uint32_t kTryRounding = 0xffff0001u;
/// For tests: triples of words to pairs, numbers: 0 count of triples. See shaders/tryArithmetic.comp.
inline constexpr std::uint32_t kTryArithmetic = 0xffff0002u;

enum class Importance {
    Without,
    With,
    Either, ///< it changes nothing
};

struct Shader
{
    std::uint32_t operation; ///< SnugOperationName
    std::uint32_t type;      ///< GGUF's number, or kNoType
    Importance importance;
    const char *name; ///< of its source
    const Spirv *spirv;
    /// How much of the operation's first number (weights or rows) a workgroup does.
    std::uint32_t perGroup;
    /// SnugSupport on a device that rounds to nearest.
    std::uint32_t support;
};

/// Null when there is none.
const Shader *findShader(std::uint32_t operation, std::uint32_t type, bool weighted);

} // namespace snug::vulkan
