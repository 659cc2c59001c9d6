// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A semaphore that counts the batches of a stream, and points on it.

#pragma once

#include "core/backends/vulkan/outcome.h"

#include <cstdint>
#include <memory>

struct SnugDevice;

namespace snug::vulkan {

/// Shared by a stream, its events and those who wait for them. Any thread.
class Timeline
{
public:
    static int create(SnugDevice &device, std::shared_ptr<Timeline> &timeline, SnugMessage *message);
    explicit Timeline(SnugDevice &device) : m_device(device) {}
    Timeline(const Timeline &) = delete;
    Timeline &operator=(const Timeline &) = delete;

    VkSemaphore handle() const { return m_semaphore; }
    /// Count reached by now.
    int reached(std::uint64_t &count, SnugMessage *message);
    /// Blocks until the count is reached. Fails when the device is lost, or silent for ten minutes.
    int wait(std::uint64_t count, SnugMessage *message);

private:
    SnugDevice &m_device;
    VkSemaphore m_semaphore = VK_NULL_HANDLE;
};

struct Point
{
    std::shared_ptr<Timeline> timeline;
    std::uint64_t count = 0;
};

} // namespace snug::vulkan
