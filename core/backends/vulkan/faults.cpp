// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/faults.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace snug::vulkan {

namespace {

std::atomic<long> g_left{0}; ///< calls until the fault
std::atomic<bool> g_loses{false};

VkResult faultHere()
{
    const long left = --g_left;
    if (left == 0)
        return g_loses ? VK_ERROR_DEVICE_LOST : VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return left < 0 && g_loses ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

/// A function of the table that fails where it should, else calls the driver's. One object for each member.
template <auto Member> struct Counting;
template <class... Arguments, VkResult (VKAPI_PTR *VolkDeviceTable::*Member)(Arguments...)> struct Counting<Member>
{
    static inline VkResult(VKAPI_PTR *driver)(Arguments...) = nullptr;

    static VkResult VKAPI_PTR call(Arguments... arguments)
    {
        const VkResult fault = faultHere();
        return fault == VK_SUCCESS ? driver(arguments...) : fault;
    }

    static void plant(VolkDeviceTable &table)
    {
        driver = table.*Member;
        table.*Member = call;
    }
};

} // namespace

void plantFault(VolkDeviceTable &table)
{
    const char *wish = std::getenv("SNUG_VULKAN_FAIL");
    if (!wish || !*wish)
        return;
    g_left = std::strtol(wish, nullptr, 10);
    g_loses = std::strstr(wish, ":lost") != nullptr;
    Counting<&VolkDeviceTable::vkCreateBuffer>::plant(table);
    Counting<&VolkDeviceTable::vkAllocateMemory>::plant(table);
    Counting<&VolkDeviceTable::vkBindBufferMemory>::plant(table);
    Counting<&VolkDeviceTable::vkMapMemory>::plant(table);
    Counting<&VolkDeviceTable::vkCreateSemaphore>::plant(table);
    Counting<&VolkDeviceTable::vkCreateCommandPool>::plant(table);
    Counting<&VolkDeviceTable::vkAllocateCommandBuffers>::plant(table);
    Counting<&VolkDeviceTable::vkBeginCommandBuffer>::plant(table);
    Counting<&VolkDeviceTable::vkEndCommandBuffer>::plant(table);
    Counting<&VolkDeviceTable::vkCreateDescriptorSetLayout>::plant(table);
    Counting<&VolkDeviceTable::vkCreatePipelineLayout>::plant(table);
    Counting<&VolkDeviceTable::vkCreateDescriptorPool>::plant(table);
    Counting<&VolkDeviceTable::vkAllocateDescriptorSets>::plant(table);
    Counting<&VolkDeviceTable::vkCreateShaderModule>::plant(table);
    Counting<&VolkDeviceTable::vkCreateComputePipelines>::plant(table);
    Counting<&VolkDeviceTable::vkQueueSubmit>::plant(table);
    Counting<&VolkDeviceTable::vkGetSemaphoreCounterValue>::plant(table);
    Counting<&VolkDeviceTable::vkWaitSemaphores>::plant(table);
}

} // namespace snug::vulkan
