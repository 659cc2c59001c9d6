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
    std::atomic<std::uint32_t> m_streams{0};
    std::atomic<bool> m_lost{false};
    std::atomic<bool> m_hung{false};
};
