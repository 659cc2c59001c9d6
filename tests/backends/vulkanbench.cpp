// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/backends/vulkanbench.h"

#include "core/backends/modulefile.h"

namespace snug::test {

const SnugBackend *vulkanTable()
{
    static const ModuleFile module = openModule("vulkan", SNUG_MODULE_FOLDER "/libsnug-vulkan.so");
    return module.table;
}

VulkanDevice::VulkanDevice()
{
    std::uint32_t count = 0;
    if (table->countDevices(&count, &message) == SNUG_OK && table->describeDevice(0, &info, &message) == SNUG_OK)
        table->openDevice(0, &device, &message);
}

VulkanDevice::~VulkanDevice()
{
    if (device)
        table->closeDevice(device);
}

BufferOwner makeBuffer(VulkanDevice &vulkan, std::uint32_t kind, std::uint64_t bytes)
{
    SnugBuffer *buffer = nullptr;
    vulkan.table->createBuffer(vulkan.device, kind, bytes, &buffer, &vulkan.message);
    return {buffer, vulkan.table->destroyBuffer};
}

StreamOwner makeStream(VulkanDevice &vulkan)
{
    SnugStream *stream = nullptr;
    vulkan.table->createStream(vulkan.device, 1, &stream, &vulkan.message);
    return {stream, vulkan.table->destroyStream};
}

EventOwner makeEvent(VulkanDevice &vulkan)
{
    SnugEvent *event = nullptr;
    vulkan.table->createEvent(vulkan.device, &event, &vulkan.message);
    return {event, vulkan.table->destroyEvent};
}

} // namespace snug::test
