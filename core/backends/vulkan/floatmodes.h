// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a device is told to compute with floats, where it lets itself be told (float controls, part of Vulkan 1.2).

#pragma once

#include "core/backends/vulkan/vulkanapi.h"

#include <cstdint>
#include <span>
#include <vector>

namespace snug::vulkan {

/// Modes a device offers for 32-bit floats.
struct FloatModes
{
    bool roundToEven = false;       ///< to nearest, ties to even
    bool preserveZeros = false;     ///< signed zeros, infinities and NaNs
    bool preserveDenormals = false; ///< they may be flushed to zero otherwise

    /// None with SNUG_VULKAN_FLOAT_CONTROLS=0 in the environment, for tests of devices that promise nothing.
    static FloatModes of(const VkPhysicalDeviceVulkan12Properties &properties);

    /// The shader with the modes asked for. Done on the words, because a mode that a device lacks makes a whole shader
    /// invalid, and eight builds of each shader would say no more than these six words.
    std::vector<std::uint32_t> applied(std::span<const std::uint32_t> spirv) const;
};

} // namespace snug::vulkan
