// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/floatmodes.h"

#include <cstdlib>
#include <cstring>

namespace snug::vulkan {

namespace {

// Source: SPIR-V specification 1.5, sections 2.3 (words), 2.4 (order of a module), 3.6, 3.31.
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpEntryPoint = 15;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpCapability = 17;

struct Mode
{
    std::uint32_t capability, executionMode;
};
constexpr Mode kDenormPreserve{4464, 4459};
constexpr Mode kSignedZeroInfNanPreserve{4466, 4461};
constexpr Mode kRoundingModeRte{4467, 4462};

constexpr std::uint32_t firstWord(std::uint32_t words, std::uint32_t opcode) { return words << 16 | opcode; }

} // namespace

FloatModes FloatModes::of(const VkPhysicalDeviceVulkan12Properties &properties)
{
    // Where all widths must have one mode, asking for 32 bits alone would be wrong.
    const bool roundingAlone = properties.roundingModeIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    const bool denormalsAlone = properties.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    FloatModes modes;
    const char *wish = std::getenv("SNUG_VULKAN_FLOAT_CONTROLS");
    if (wish && std::strcmp(wish, "0") == 0)
        return modes;
    modes.roundToEven = properties.shaderRoundingModeRTEFloat32 && roundingAlone;
    modes.preserveZeros = properties.shaderSignedZeroInfNanPreserveFloat32;
    modes.preserveDenormals = properties.shaderDenormPreserveFloat32 && denormalsAlone;
    return modes;
}

std::vector<std::uint32_t> FloatModes::applied(std::span<const std::uint32_t> spirv) const
{
    std::vector<Mode> modes;
    if (roundToEven)
        modes.push_back(kRoundingModeRte);
    if (preserveZeros)
        modes.push_back(kSignedZeroInfNanPreserve);
    if (preserveDenormals)
        modes.push_back(kDenormPreserve);

    std::vector<std::uint32_t> out(spirv.begin(), spirv.begin() + kHeaderWords);
    for (const Mode &mode : modes)
        out.insert(out.end(), {firstWord(2, kOpCapability), mode.capability});
    for (std::size_t at = kHeaderWords; at < spirv.size();) {
        const std::size_t words = spirv[at] >> 16;
        out.insert(out.end(), spirv.begin() + at, spirv.begin() + at + words);
        // One entry point a shader; execution modes come next.
        if ((spirv[at] & 0xffff) == kOpEntryPoint)
            for (const Mode &mode : modes)
                out.insert(out.end(), {firstWord(4, kOpExecutionMode), spirv[at + 2], mode.executionMode, 32});
        at += words;
    }
    return out;
}

} // namespace snug::vulkan
