// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/pipelines.h"

#include "core/backends/vulkan/device.h"

#include <vector>

namespace snug::vulkan {

int Pipelines::create(SnugMessage *message)
{
    VkDescriptorSetLayoutBinding bindings[kShaderBuffers]{};
    for (std::uint32_t i = 0; i < kShaderBuffers; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.bindingCount = kShaderBuffers;
    set.pBindings = bindings;
    SNUG_VULKAN_TRY(check(m_device.vk.vkCreateDescriptorSetLayout(m_device.handle, &set, nullptr, &m_setLayout),
                          message, "describing the shaders' buffers"));

    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(ShaderNumbers)};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &m_setLayout;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &range;
    return check(m_device.vk.vkCreatePipelineLayout(m_device.handle, &layout, nullptr, &m_layout), message,
                 "describing the shaders' operands");
}

void Pipelines::destroy()
{
    for (const auto &[shader, pipeline] : m_pipelines)
        m_device.vk.vkDestroyPipeline(m_device.handle, pipeline, nullptr);
    m_pipelines.clear();
    m_device.vk.vkDestroyPipelineLayout(m_device.handle, m_layout, nullptr);
    m_device.vk.vkDestroyDescriptorSetLayout(m_device.handle, m_setLayout, nullptr);
}

int Pipelines::find(const Shader &shader, VkPipeline &pipeline, SnugMessage *message)
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_pipelines.find(&shader);
    if (known != m_pipelines.end()) {
        pipeline = known->second;
        return SNUG_OK;
    }
    SNUG_VULKAN_TRY(compile(shader, pipeline, message));
    m_pipelines[&shader] = pipeline;
    return SNUG_OK;
}

int Pipelines::compile(const Shader &shader, VkPipeline &pipeline, SnugMessage *message)
{
    const std::vector<std::uint32_t> words = m_device.modes.applied({shader.spirv->words, shader.spirv->count});
    VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    code.codeSize = words.size() * sizeof(std::uint32_t);
    code.pCode = words.data();
    VkShaderModule module = VK_NULL_HANDLE;
    SNUG_VULKAN_TRY(m_device.checked(m_device.vk.vkCreateShaderModule(m_device.handle, &code, nullptr, &module),
                                     message, shader.name));

    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = m_layout;
    const VkResult result =
        m_device.vk.vkCreateComputePipelines(m_device.handle, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    m_device.vk.vkDestroyShaderModule(m_device.handle, module, nullptr);
    return m_device.checked(result, message, shader.name);
}

} // namespace snug::vulkan
