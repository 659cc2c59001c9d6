// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/timeline.h"

#include "core/backends/vulkan/device.h"

#include <limits>

namespace snug::vulkan {

namespace {

constexpr std::uint64_t kLookNs = 1'000'000'000;
/// A slice takes seconds at most, on a software driver a minute; drivers themselves reset a GPU after some ten seconds.
constexpr int kMostLooks = 600;
/// What a lost device's semaphores may count to.
constexpr std::uint64_t kNonsense = std::numeric_limits<std::uint64_t>::max();

} // namespace

int Timeline::create(SnugDevice &device, std::shared_ptr<Timeline> &timeline, SnugMessage *message)
{
    auto made = std::make_shared<Timeline>(device);
    SNUG_VULKAN_TRY(device.makeTimeline(made->m_semaphore, message));
    timeline = std::move(made);
    return SNUG_OK;
}

int Timeline::reached(std::uint64_t &count, SnugMessage *message)
{
    SNUG_VULKAN_TRY(m_device.alive(message));
    const VkResult result = m_device.vk.vkGetSemaphoreCounterValue(m_device.handle, m_semaphore, &count);
    SNUG_VULKAN_TRY(m_device.checked(result, message, "asking how far the work is"));
    return count == kNonsense ? m_device.checked(VK_ERROR_DEVICE_LOST, message, "asking how far the work is") : SNUG_OK;
}

int Timeline::wait(std::uint64_t count, SnugMessage *message)
{
    SNUG_VULKAN_TRY(m_device.alive(message));
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &m_semaphore;
    info.pValues = &count;
    for (int look = 0; look < kMostLooks; ++look) {
        const VkResult result = m_device.vk.vkWaitSemaphores(m_device.handle, &info, kLookNs);
        if (result != VK_TIMEOUT) {
            SNUG_VULKAN_TRY(m_device.checked(result, message, "waiting for the work"));
            std::uint64_t now = 0;
            return reached(now, message);
        }
        SNUG_VULKAN_TRY(m_device.alive(message)); // another stream may have seen it go
    }
    return m_device.giveUp(message);
}

} // namespace snug::vulkan
