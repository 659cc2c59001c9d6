// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Vulkan module's table as it is, without the classes over it, for what those never do.

#pragma once

#include "core/backends/abi.h"

#include <cstdint>
#include <memory>

namespace snug::test {

/// Null where the module was not built.
const SnugBackend *vulkanTable();

/// The first device, opened. Every test that uses one skips without.
struct VulkanDevice
{
    VulkanDevice();
    ~VulkanDevice();
    VulkanDevice(const VulkanDevice &) = delete;
    VulkanDevice &operator=(const VulkanDevice &) = delete;

    const SnugBackend *table = vulkanTable();
    SnugDevice *device = nullptr; ///< null: `message` says why
    SnugDeviceInfo info{};
    SnugMessage message{};
};

using BufferOwner = std::unique_ptr<SnugBuffer, void (*)(SnugBuffer *)>;
using StreamOwner = std::unique_ptr<SnugStream, void (*)(SnugStream *)>;
using EventOwner = std::unique_ptr<SnugEvent, void (*)(SnugEvent *)>;

/// Null on failure.
BufferOwner makeBuffer(VulkanDevice &vulkan, std::uint32_t kind, std::uint64_t bytes);
StreamOwner makeStream(VulkanDevice &vulkan);
EventOwner makeEvent(VulkanDevice &vulkan);

} // namespace snug::test
