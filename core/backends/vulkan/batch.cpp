// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/batch.h"

#include "core/backends/vulkan/buffer.h"

#include <algorithm>

namespace snug::vulkan {

namespace {

constexpr std::uint32_t kSetsPerPool = 16;
/// Groups in x; every device can do so many. More of them go on in y.
constexpr std::uint32_t kMostGroups = 65535;
constexpr VkPipelineStageFlags kSteps = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags kReads = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

/// Ranges of blocks may end within a word; buffers never do.
std::uint64_t wholeWords(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

} // namespace

int Batch::create(SnugDevice &device, VkCommandPool pool, std::unique_ptr<Batch> &batch, SnugMessage *message)
{
    auto made = std::make_unique<Batch>(device);
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    SNUG_VULKAN_TRY(device.checked(device.vk.vkAllocateCommandBuffers(device.handle, &info, &made->m_commands), message,
                                   "making a command buffer"));
    batch = std::move(made);
    return SNUG_OK;
}

Batch::~Batch()
{
    if (m_device.hung())
        return;
    for (VkDescriptorPool pool : m_pools)
        m_device.vk.vkDestroyDescriptorPool(m_device.handle, pool, nullptr);
}

int Batch::begin(SnugMessage *message)
{
    for (VkDescriptorPool pool : m_pools)
        m_device.vk.vkResetDescriptorPool(m_device.handle, pool, 0);
    m_sets = 0;
    m_steps = 0;
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    return m_device.checked(m_device.vk.vkBeginCommandBuffer(m_commands, &info), message, "beginning a command buffer");
}

void Batch::orderSteps()
{
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = kWrites;
    barrier.dstAccessMask = kReads | kWrites;
    m_device.vk.vkCmdPipelineBarrier(m_commands, kSteps, kSteps, 0, 1, &barrier, 0, nullptr, 0, nullptr);
    ++m_steps;
}

void Batch::copy(const SnugRange &from, const SnugRange &to)
{
    const VkBufferCopy region{from.offset, to.offset, from.bytes};
    m_device.vk.vkCmdCopyBuffer(m_commands, from.buffer->handle, to.buffer->handle, 1, &region);
}

void Batch::fill(const SnugRange &range, std::uint32_t word)
{
    m_device.vk.vkCmdFillBuffer(m_commands, range.buffer->handle, range.offset, wholeWords(range.bytes), word);
}

int Batch::dispatch(const Shader &shader, const SnugOperation &operation, const CheckedOperation &checked,
                    SnugMessage *message)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    SNUG_VULKAN_TRY(m_device.pipelines.find(shader, pipeline, message));
    SNUG_VULKAN_TRY(takeSet(set, message));
    bind(set, operation, checked);
    ShaderNumbers numbers{};
    for (int i = 0; i < SNUG_NUMBERS; ++i)
        numbers.numbers[i] = static_cast<std::uint32_t>(operation.numbers[i]);
    numbers.present = checked.present;

    const VkPipelineLayout layout = m_device.pipelines.layout();
    m_device.vk.vkCmdBindPipeline(m_commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    m_device.vk.vkCmdBindDescriptorSets(m_commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    m_device.vk.vkCmdPushConstants(m_commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(numbers), &numbers);
    const std::uint32_t groups = (numbers.numbers[0] - 1) / shader.perGroup + 1;
    const std::uint32_t rows = (groups - 1) / kMostGroups + 1;
    // Rows of the same length, so that few groups are left over.
    m_device.vk.vkCmdDispatch(m_commands, (groups - 1) / rows + 1, rows, 1);
    return SNUG_OK;
}

int Batch::takeSet(VkDescriptorSet &set, SnugMessage *message)
{
    if (m_sets == m_pools.size() * kSetsPerPool)
        SNUG_VULKAN_TRY(addPool(message));
    const VkDescriptorSetLayout layout = m_device.pipelines.setLayout();
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = m_pools[m_sets / kSetsPerPool];
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    SNUG_VULKAN_TRY(m_device.checked(m_device.vk.vkAllocateDescriptorSets(m_device.handle, &info, &set), message,
                                     "making a descriptor set"));
    ++m_sets;
    return SNUG_OK;
}

int Batch::addPool(SnugMessage *message)
{
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kSetsPerPool * kShaderBuffers};
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = kSetsPerPool;
    info.poolSizeCount = 1;
    info.pPoolSizes = &size;
    m_pools.reserve(m_pools.size() + 1);
    VkDescriptorPool pool = VK_NULL_HANDLE;
    SNUG_VULKAN_TRY(m_device.checked(m_device.vk.vkCreateDescriptorPool(m_device.handle, &info, nullptr, &pool),
                                     message, "making a descriptor pool"));
    m_pools.push_back(pool);
    return SNUG_OK;
}

void Batch::bind(VkDescriptorSet set, const SnugOperation &operation, const CheckedOperation &checked)
{
    VkDescriptorBufferInfo buffers[kShaderBuffers];
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.descriptorCount = kShaderBuffers;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = buffers;
    for (std::uint32_t i = 0; i < kShaderBuffers; ++i) {
        // A shader may name a buffer that it never reads when the operand is absent: it gets the first one.
        const SnugRange &range = operation.operands[checked.present >> i & 1 ? i : 0];
        buffers[i] = {range.buffer->handle, range.offset, wholeWords(range.bytes)};
    }
    m_device.vk.vkUpdateDescriptorSets(m_device.handle, 1, &write, 0, nullptr);
}

int Batch::end(SnugMessage *message)
{
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = kWrites;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    m_device.vk.vkCmdPipelineBarrier(m_commands, kSteps, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0,
                                     nullptr);
    return m_device.checked(m_device.vk.vkEndCommandBuffer(m_commands), message, "ending a command buffer");
}

} // namespace snug::vulkan
