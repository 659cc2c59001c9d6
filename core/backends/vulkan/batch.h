// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A command buffer and the descriptor sets of its steps, used again once its work is done.

#pragma once

#include "core/backends/vulkan/device.h"
#include "core/backends/vulkan/operationcheck.h"

#include <memory>
#include <vector>

namespace snug::vulkan {

/// Belongs to one stream.
class Batch
{
public:
    static int create(SnugDevice &device, VkCommandPool pool, std::unique_ptr<Batch> &batch, SnugMessage *message);
    explicit Batch(SnugDevice &device) : m_device(device) {}
    ~Batch();
    Batch(const Batch &) = delete;
    Batch &operator=(const Batch &) = delete;

    int begin(SnugMessage *message);
    /// Makes what came before, on this queue, visible to what follows.
    void orderSteps();
    void copy(const SnugRange &from, const SnugRange &to);
    void fill(const SnugRange &range, std::uint32_t word);
    int dispatch(const Shader &shader, const SnugOperation &operation, const CheckedOperation &checked,
                 SnugMessage *message);
    int end(SnugMessage *message);

    VkCommandBuffer commands() const { return m_commands; }
    std::uint32_t steps() const { return m_steps; }

    std::uint64_t count = 0; ///< of the stream's timeline once this is done

private:
    int takeSet(VkDescriptorSet &set, SnugMessage *message);
    int addPool(SnugMessage *message);
    void bind(VkDescriptorSet set, const SnugOperation &operation, const CheckedOperation &checked);

    SnugDevice &m_device;
    VkCommandBuffer m_commands = VK_NULL_HANDLE; ///< freed with the stream's pool
    std::vector<VkDescriptorPool> m_pools;
    std::uint32_t m_sets = 0;
    std::uint32_t m_steps = 0;
};

} // namespace snug::vulkan
