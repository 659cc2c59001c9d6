// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An opened device: its functions, queues and pipelines.

#pragma once

#include "core/backends/vulkan/floatmodes.h"
#include "core/backends/vulkan/instance.h"
#include "core/backends/vulkan/pipelines.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace snug::vulkan {

struct Queue
{
    VkQueue handle = VK_NULL_HANDLE;
    std::mutex mutex; ///< guards submissions to `handle`
};

} // namespace snug::vulkan

/// Any thread.
struct SnugDevice
{
    /// `device` stays null on failure.
    static int open(snug::vulkan::ListedDevice &listed, std::unique_ptr<SnugDevice> &device, SnugMessage *message);
    ~SnugDevice();

    /// As check(), and remembers a lost device.
    int checked(VkResult result, SnugMessage *message, const char *what);
    /// SNUG_DEVICE_LOST once that has happened.
    int alive(SnugMessage *message) const;
    /// Streams take the queues in turn.
    snug::vulkan::Queue &nextQueue();
    /// Work did not end in time. The device counts as lost, and what the work may still use is never destroyed.
    int giveUp(SnugMessage *message);
    bool hung() const { return m_hung; }

    /// A semaphore that counts from 0. The device destroys it when it closes: Mesa's drivers still touch one that was
    /// waited for after they have said that the waiting work is done (seen in 22.3).
    int makeTimeline(VkSemaphore &semaphore, SnugMessage *message);

    snug::vulkan::ListedDevice &listed;
    VkDevice handle = VK_NULL_HANDLE;
    VolkDeviceTable vk{};
    std::uint32_t family = 0;
    snug::vulkan::FloatModes modes;
    bool roundsToNearest = false; ///< known from the driver or by trying
    snug::vulkan::Pipelines pipelines{*this};

    explicit SnugDevice(snug::vulkan::ListedDevice &device) : listed(device) {}
    SnugDevice(const SnugDevice &) = delete;
    SnugDevice &operator=(const SnugDevice &) = delete;

private:
    int create(SnugMessage *message);

    std::deque<snug::vulkan::Queue> m_queues;
    std::mutex m_mutex; ///< guards m_semaphores
    std::vector<VkSemaphore> m_semaphores;
    std::atomic<std::uint32_t> m_streams{0};
    std::atomic<bool> m_lost{false};
    std::atomic<bool> m_hung{false};
};
