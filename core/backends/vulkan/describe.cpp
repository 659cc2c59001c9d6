// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/describe.h"

#include "core/backends/vulkan/shadertable.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace snug::vulkan {

namespace {

constexpr std::uint32_t kMostQueues = 8;
constexpr std::uint32_t kInvocations = 256;
constexpr std::uint32_t kNvidia = 0x10de;
/// Offsets into a range are 32-bit numbers of bytes in the shaders.
constexpr std::uint64_t kMostRangeBytes = 0xffffff00u;

/// A text of the driver, cut to the room there is.
template <std::size_t N> void setText(char (&to)[N], const std::string &from)
{
    std::snprintf(to, N, "%s", from.c_str());
}

std::vector<VkExtensionProperties> extensionsOf(VkPhysicalDevice device)
{
    std::uint32_t count = 0;
    if (vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS)
        return {};
    std::vector<VkExtensionProperties> extensions(count);
    if (vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()) < VK_SUCCESS)
        return {};
    extensions.resize(count);
    return extensions;
}

bool contains(const std::vector<VkExtensionProperties> &extensions, const char *name)
{
    return std::any_of(extensions.begin(), extensions.end(),
                       [name](const VkExtensionProperties &one) { return !std::strcmp(one.extensionName, name); });
}

/// NVIDIA's bytes are those that NVML writes as "GPU-" and groups of hexadecimal digits.
std::string uuidText(const std::uint8_t (&bytes)[VK_UUID_SIZE], bool grouped)
{
    std::string text = grouped ? "GPU-" : "";
    for (int i = 0; i < static_cast<int>(VK_UUID_SIZE); ++i) {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", bytes[i]);
        text += digits;
        if (grouped && (i == 3 || i == 5 || i == 7 || i == 9))
            text += '-';
    }
    return text;
}

std::uint64_t deviceLocalBytes(VkPhysicalDevice device)
{
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device, &memory);
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
            bytes += memory.memoryHeaps[i].size;
    return bytes;
}

std::uint32_t kindOf(VkPhysicalDeviceType type)
{
    if (type == VK_PHYSICAL_DEVICE_TYPE_CPU)
        return SNUG_PROCESSOR;
    return type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU ? SNUG_INTEGRATED : SNUG_DISCRETE;
}

std::string busText(const VkPhysicalDevicePCIBusInfoPropertiesEXT &bus)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%04x:%02x:%02x.%x", bus.pciDomain, bus.pciBus, bus.pciDevice, bus.pciFunction);
    return text;
}

void describeNew(ListedDevice &device)
{
    const DeviceProperties properties(device.handle);
    SnugDeviceInfo &info = device.info;
    setText(info.driver, std::string(properties.since12.driverName) + ' ' + properties.since12.driverInfo);
    setText(info.uuid, uuidText(properties.since11.deviceUUID, properties.core.properties.vendorID == kNvidia));
    if (properties.hasBus)
        setText(info.busId, busText(properties.bus));
    device.tellsBudget = properties.hasBudget;

    const VkPhysicalDeviceLimits &limits = properties.core.properties.limits;
    std::uint64_t largest = std::min<std::uint64_t>(limits.maxStorageBufferRange, kMostRangeBytes);
    largest = std::min<std::uint64_t>(largest, properties.since11.maxMemoryAllocationSize);
    if (properties.hasLimits)
        largest = std::min<std::uint64_t>(largest, properties.limits.maxBufferSize);
    info.largestBufferBytes = largest / 256 * 256;
    info.rangeAlignment = std::max<std::uint64_t>(limits.minStorageBufferOffsetAlignment, 4);

    QueueChoice queues;
    if (chooseQueues(device.handle, queues))
        info.streams = queues.queues;
    else
        setText(info.refusal, "it has no queue that computes");
    // All that Vulkan 1.2 leaves open and shaders here rely on.
    if (limits.maxComputeWorkGroupInvocations < kInvocations || limits.maxComputeWorkGroupSize[0] < kInvocations)
        setText(info.refusal, "its workgroups are too small, 256 invocations are needed");
    if (limits.maxPerStageDescriptorStorageBuffers < kShaderBuffers)
        setText(info.refusal, "its shaders see too few buffers, 5 are needed");
}

} // namespace

DeviceProperties::DeviceProperties(VkPhysicalDevice device)
{
    const auto extensions = extensionsOf(device);
    hasBus = contains(extensions, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    hasLimits = contains(extensions, VK_KHR_MAINTENANCE_4_EXTENSION_NAME);
    hasBudget = contains(extensions, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
    core.pNext = &since11;
    since11.pNext = &since12;
    void **end = &since12.pNext;
    if (hasBus) {
        *end = &bus;
        end = &bus.pNext;
    }
    if (hasLimits)
        *end = &limits;
    vkGetPhysicalDeviceProperties2(device, &core);
}

bool chooseQueues(VkPhysicalDevice device, QueueChoice &choice)
{
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    int best = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) || families[i].queueCount == 0)
            continue;
        // Several queues let copies overlap; a family without graphics leaves the desktop's queue alone.
        const std::uint32_t queues = std::min(families[i].queueCount, kMostQueues);
        const bool graphics = families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT;
        const int rank = static_cast<int>(2 * queues + (graphics ? 0 : 1));
        if (rank > best) {
            best = rank;
            choice = {i, queues};
        }
    }
    return best >= 0;
}

void describe(ListedDevice &device)
{
    SnugDeviceInfo &info = device.info;
    info = {};
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device.handle, &properties);
    setText(info.name, properties.deviceName);
    info.kind = kindOf(properties.deviceType);
    info.streams = 1;
    info.totalBytes = deviceLocalBytes(device.handle);
    info.rangeAlignment = 256;
    device.tellsBudget = false;
    if (properties.apiVersion >= VK_API_VERSION_1_2)
        describeNew(device);
    else
        std::snprintf(info.refusal, sizeof(info.refusal), "its driver offers Vulkan %u.%u, 1.2 is needed",
                      VK_API_VERSION_MAJOR(properties.apiVersion), VK_API_VERSION_MINOR(properties.apiVersion));
}

void readMemory(const ListedDevice &device, SnugMemoryInfo &memory)
{
    memory = {device.info.totalBytes, 0, device.heldBytes, 0};
    if (!device.tellsBudget)
        return;
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    properties.pNext = &budget;
    vkGetPhysicalDeviceMemoryProperties2(device.handle, &properties);
    memory = {};
    for (std::uint32_t i = 0; i < properties.memoryProperties.memoryHeapCount; ++i) {
        const VkMemoryHeap &heap = properties.memoryProperties.memoryHeaps[i];
        if (!(heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT))
            continue;
        memory.totalBytes += heap.size;
        memory.oursBytes += budget.heapUsage[i];
        memory.budgetBytes += budget.heapBudget[i];
    }
    const std::uint64_t others = memory.totalBytes - std::min(memory.totalBytes, memory.budgetBytes);
    memory.usedBytes = std::min(memory.totalBytes, others + memory.oursBytes);
}

} // namespace snug::vulkan
