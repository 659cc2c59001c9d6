// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The shaders of an opened device, each compiled by the driver when it is first needed.

#pragma once

#include "core/backends/vulkan/outcome.h"
#include "core/backends/vulkan/shadertable.h"

#include <map>
#include <mutex>

struct SnugDevice;

namespace snug::vulkan {

/// What push constants hold: the operation's numbers, and a bit for each operand that is there.
struct ShaderNumbers
{
    std::uint32_t numbers[SNUG_NUMBERS];
    std::uint32_t present;
};

/// Any thread, between create() and destroy().
class Pipelines
{
public:
    explicit Pipelines(SnugDevice &device) : m_device(device) {}

    int create(SnugMessage *message);
    void destroy();

    /// The pipeline of a row of the shader table.
    int find(const Shader &shader, VkPipeline &pipeline, SnugMessage *message);
    VkPipelineLayout layout() const { return m_layout; }
    VkDescriptorSetLayout setLayout() const { return m_setLayout; }

private:
    int compile(const Shader &shader, VkPipeline &pipeline, SnugMessage *message);

    SnugDevice &m_device;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    std::mutex m_mutex; ///< guards m_pipelines
    std::map<const Shader *, VkPipeline> m_pipelines;
};

} // namespace snug::vulkan
