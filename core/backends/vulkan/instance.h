// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The driver's door: loader, instance, validation when asked for, and the list of devices. One for the process, made
// at first use.

#pragma once

#include "core/backends/vulkan/outcome.h"

#include <atomic>
#include <cstdint>
#include <deque>

namespace snug::vulkan {

/// A device of the list and what was learnt of it for good.
struct ListedDevice
{
    VkPhysicalDevice handle;
    SnugDeviceInfo info;
    bool tellsBudget;                        ///< VK_EXT_memory_budget
    std::atomic<std::uint64_t> heldBytes{0}; ///< device-local bytes of this module's buffers
};

/// Any thread.
class Instance
{
public:
    /// Starts the driver at the first call. It lives until the module or the process goes.
    static Instance &get();

    /// SNUG_OK, or why there are no devices.
    int state(SnugMessage *message) const;
    std::uint32_t deviceCount() const { return static_cast<std::uint32_t>(m_devices.size()); }
    /// Null for an index that is none.
    ListedDevice *device(std::uint32_t index);

    Instance(const Instance &) = delete;
    Instance &operator=(const Instance &) = delete;

private:
    Instance();
    ~Instance();
    int start();
    int create();
    int listDevices();

    VkInstance m_instance = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
    std::deque<ListedDevice> m_devices;
    int m_status = SNUG_OK;
    SnugMessage m_message{};
};

} // namespace snug::vulkan
