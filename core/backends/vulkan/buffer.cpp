// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/buffer.h"

#include <cstdio>

using namespace snug::vulkan;

namespace {

struct MemoryWish
{
    VkMemoryPropertyFlags needed, liked, disliked;
};

/// Every device has host-visible memory that is coherent: nothing is ever flushed or invalidated.
MemoryWish wishOf(std::uint32_t kind)
{
    constexpr VkMemoryPropertyFlags kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    if (kind == SNUG_ON_DEVICE)
        return {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT};
    // Reading uncached memory is slow; writing to it in order is not.
    const VkMemoryPropertyFlags liked = kind == SNUG_DOWNLOAD ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT : 0;
    return {kHost, liked, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
}

/// Memory that only protected or AMD's uncached queues may touch, and such that is committed late.
constexpr VkMemoryPropertyFlags kNever = VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
                                         VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD |
                                         VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;

/// The type of memory that suits best among `allowed`; -1 for none. Of equals the first, as drivers order them.
int chooseType(const VkPhysicalDeviceMemoryProperties &memory, std::uint32_t allowed, const MemoryWish &wish)
{
    int best = -1, bestRank = -1;
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const VkMemoryPropertyFlags flags = memory.memoryTypes[i].propertyFlags;
        if (!(allowed >> i & 1) || (flags & wish.needed) != wish.needed || (flags & kNever))
            continue;
        const int rank = (flags & wish.liked ? 2 : 0) + (flags & wish.disliked ? 0 : 1);
        if (rank > bestRank) {
            bestRank = rank;
            best = static_cast<int>(i);
        }
    }
    return best;
}

const char *kindName(std::uint32_t kind)
{
    return kind == SNUG_ON_DEVICE ? "device memory" : kind == SNUG_UPLOAD ? "upload memory" : "download memory";
}

} // namespace

int SnugBuffer::create(SnugDevice &device, std::uint32_t kind, std::uint64_t bytes, std::unique_ptr<SnugBuffer> &buffer,
                       SnugMessage *message)
{
    if (kind > SNUG_DOWNLOAD)
        return fail(message, SNUG_INVALID, "no such kind of buffer: %u", kind);
    if (bytes == 0 || bytes % 4 != 0)
        return fail(message, SNUG_INVALID, "a buffer of %llu bytes, which are no whole words",
                    static_cast<unsigned long long>(bytes));
    if (bytes > device.listed.info.largestBufferBytes)
        return fail(message, SNUG_OUT_OF_MEMORY, "a buffer of %llu MiB: this device takes %llu MiB at most",
                    static_cast<unsigned long long>(bytes >> 20),
                    static_cast<unsigned long long>(device.listed.info.largestBufferBytes >> 20));
    SNUG_VULKAN_TRY(device.alive(message));
    auto made = std::make_unique<SnugBuffer>(device, kind, bytes);
    SNUG_VULKAN_TRY(made->createHandle(message));
    SNUG_VULKAN_TRY(made->allocate(message));
    SNUG_VULKAN_TRY(made->map(message));
    buffer = std::move(made);
    return SNUG_OK;
}

int SnugBuffer::createHandle(SnugMessage *message)
{
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (kind == SNUG_ON_DEVICE)
        info.usage |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    return device.checked(device.vk.vkCreateBuffer(device.handle, &info, nullptr, &handle), message, "making a buffer");
}

int SnugBuffer::allocate(SnugMessage *message)
{
    VkMemoryRequirements needs;
    device.vk.vkGetBufferMemoryRequirements(device.handle, handle, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device.listed.handle, &memory);
    const int type = chooseType(memory, needs.memoryTypeBits, wishOf(kind));
    if (type < 0)
        return fail(message, SNUG_FAILED, "the device has no %s", kindName(kind));

    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = needs.size;
    info.memoryTypeIndex = static_cast<std::uint32_t>(type);
    char what[64];
    const bool large = needs.size >= 1 << 20;
    std::snprintf(what, sizeof(what), "%.1f %s of %s", static_cast<double>(needs.size) / (large ? 1 << 20 : 1 << 10),
                  large ? "MiB" : "KiB", kindName(kind));
    SNUG_VULKAN_TRY(
        device.checked(device.vk.vkAllocateMemory(device.handle, &info, nullptr, &m_memory), message, what));
    if (kind == SNUG_ON_DEVICE) {
        m_held = needs.size;
        device.listed.heldBytes += m_held;
    }
    return device.checked(device.vk.vkBindBufferMemory(device.handle, handle, m_memory, 0), message, what);
}

int SnugBuffer::map(SnugMessage *message)
{
    if (kind == SNUG_ON_DEVICE)
        return SNUG_OK;
    return device.checked(device.vk.vkMapMemory(device.handle, m_memory, 0, VK_WHOLE_SIZE, 0, &mapped), message,
                          "mapping memory for copies");
}

SnugBuffer::~SnugBuffer()
{
    device.listed.heldBytes -= m_held;
    if (device.hung())
        return;
    device.vk.vkDestroyBuffer(device.handle, handle, nullptr);
    device.vk.vkFreeMemory(device.handle, m_memory, nullptr);
}
