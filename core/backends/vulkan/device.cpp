// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/device.h"

#include "core/backends/vulkan/describe.h"
#include "core/backends/vulkan/faults.h"
#include "core/backends/vulkan/roundingtest.h"

using namespace snug::vulkan;

int SnugDevice::open(ListedDevice &listed, std::unique_ptr<SnugDevice> &device, SnugMessage *message)
{
    if (listed.info.refusal[0])
        return fail(message, SNUG_UNSUPPORTED, "%s", listed.info.refusal);
    auto opened = std::make_unique<SnugDevice>(listed);
    SNUG_VULKAN_TRY(opened->create(message));
    SNUG_VULKAN_TRY(opened->pipelines.create(message));
    opened->roundsToNearest = opened->modes.roundToEven && opened->modes.preserveZeros;
    if (!opened->roundsToNearest)
        SNUG_VULKAN_TRY(tryRounding(*opened, opened->roundsToNearest, message));
    device = std::move(opened);
    return SNUG_OK;
}

int SnugDevice::create(SnugMessage *message)
{
    QueueChoice choice;
    if (!chooseQueues(listed.handle, choice))
        return fail(message, SNUG_UNSUPPORTED, "it has no queue that computes");
    family = choice.family;
    const std::vector<float> priorities(choice.queues, 0.5f);
    VkDeviceQueueCreateInfo queues{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queues.queueFamilyIndex = family;
    queues.queueCount = choice.queues;
    queues.pQueuePriorities = priorities.data();
    VkPhysicalDeviceVulkan12Features features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    features.timelineSemaphore = VK_TRUE; // every driver of 1.2 has it
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queues;
    SNUG_VULKAN_TRY(check(vkCreateDevice(listed.handle, &info, nullptr, &handle), message, "opening the device"));

    volkLoadDeviceTable(&vk, handle);
    plantFault(vk);
    modes = FloatModes::of(DeviceProperties(listed.handle).since12);
    for (std::uint32_t i = 0; i < choice.queues; ++i)
        vk.vkGetDeviceQueue(handle, family, i, &m_queues.emplace_back().handle);
    return SNUG_OK;
}

SnugDevice::~SnugDevice()
{
    if (!handle || m_hung)
        return;
    vk.vkDeviceWaitIdle(handle); // nothing runs any more; the driver's threads may be tidying up
    for (VkSemaphore semaphore : m_semaphores)
        vk.vkDestroySemaphore(handle, semaphore, nullptr);
    pipelines.destroy();
    vk.vkDestroyDevice(handle, nullptr);
}

int SnugDevice::checked(VkResult result, SnugMessage *message, const char *what)
{
    if (result == VK_ERROR_DEVICE_LOST)
        m_lost = true;
    return check(result, message, what);
}

int SnugDevice::alive(SnugMessage *message) const
{
    return m_lost ? fail(message, SNUG_DEVICE_LOST, "the device was lost") : SNUG_OK;
}

int SnugDevice::giveUp(SnugMessage *message)
{
    m_lost = true;
    m_hung = true;
    return fail(message, SNUG_DEVICE_LOST, "the device does not answer any more");
}

int SnugDevice::makeTimeline(VkSemaphore &semaphore, SnugMessage *message)
{
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    info.pNext = &type;
    const std::lock_guard lock(m_mutex);
    m_semaphores.reserve(m_semaphores.size() + 1);
    SNUG_VULKAN_TRY(checked(vk.vkCreateSemaphore(handle, &info, nullptr, &semaphore), message, "making a semaphore"));
    m_semaphores.push_back(semaphore);
    return SNUG_OK;
}

Queue &SnugDevice::nextQueue() { return m_queues[m_streams++ % m_queues.size()]; }
