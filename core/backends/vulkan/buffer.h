// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A buffer and the memory it alone lies in.

#pragma once

#include "core/backends/vulkan/device.h"

/// Any thread for creation and destruction.
struct SnugBuffer
{
    static int create(SnugDevice &device, std::uint32_t kind, std::uint64_t bytes, std::unique_ptr<SnugBuffer> &buffer,
                      SnugMessage *message);
    ~SnugBuffer();

    SnugDevice &device;
    const std::uint32_t kind; ///< SnugBufferKind
    const std::uint64_t bytes;
    VkBuffer handle = VK_NULL_HANDLE;
    void *mapped = nullptr; ///< upload and download buffers

    SnugBuffer(SnugDevice &owner, std::uint32_t bufferKind, std::uint64_t size)
        : device(owner), kind(bufferKind), bytes(size)
    {
    }
    SnugBuffer(const SnugBuffer &) = delete;
    SnugBuffer &operator=(const SnugBuffer &) = delete;

private:
    int createHandle(SnugMessage *message);
    int allocate(SnugMessage *message);
    int map(SnugMessage *message);

    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    std::uint64_t m_held = 0; ///< device-local bytes counted in the device's sum
};
