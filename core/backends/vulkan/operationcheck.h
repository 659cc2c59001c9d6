// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What each operation asks of its operands. Checked on the host, because a shader that reads beyond a buffer may bring
// a whole desktop down.

#pragma once

#include "core/backends/vulkan/outcome.h"

#include <cstdint>

namespace snug::vulkan {

/// A range to fill with one word before the shader runs, which changes it bit by bit.
struct Filling
{
    std::uint32_t operand;
    std::uint32_t word;
};

struct CheckedOperation
{
    std::uint32_t present; ///< bit i: operand i is there
    bool weighted;
    bool fills;
    Filling filling;
};

/// SNUG_INVALID where the operation breaks a rule of abi.h, SNUG_UNSUPPORTED for names, types and sizes unknown here.
int checkOperation(const SnugOperation &operation, const SnugDeviceInfo &device, CheckedOperation &checked,
                   SnugMessage *message);

} // namespace snug::vulkan
