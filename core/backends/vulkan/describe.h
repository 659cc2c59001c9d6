// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a driver says of a device without opening it: SnugDeviceInfo and SnugMemoryInfo.

#pragma once

#include "core/backends/vulkan/instance.h"

namespace snug::vulkan {

/// Fills `info` and `tellsBudget` from the handle.
void describe(ListedDevice &device);

/// Where the driver has VK_EXT_memory_budget: `ours` is its figure for this process, `budget` what it would have this
/// process hold, and `used` ours and what is missing from the budget, so an estimate: drivers keep something back that
/// nobody uses yet. Elsewhere `ours` counts this module's buffers and the other two are 0.
void readMemory(const ListedDevice &device, SnugMemoryInfo &memory);

/// The family to compute on and how many of its queues to use; false when the device computes nothing.
struct QueueChoice
{
    std::uint32_t family;
    std::uint32_t queues;
};
bool chooseQueues(VkPhysicalDevice device, QueueChoice &choice);

/// Properties of a device that need Vulkan 1.2.
struct DeviceProperties
{
    explicit DeviceProperties(VkPhysicalDevice device);

    VkPhysicalDeviceProperties2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDeviceVulkan11Properties since11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
    VkPhysicalDeviceVulkan12Properties since12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    VkPhysicalDevicePCIBusInfoPropertiesEXT bus{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
    VkPhysicalDeviceMaintenance4Properties limits{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES};
    bool hasBus = false, hasLimits = false, hasBudget = false;
};

} // namespace snug::vulkan
