// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/instance.h"

#include "core/backends/vulkan/describe.h"
#include "core/backends/vulkan/validation.h"

#include <vector>

namespace snug::vulkan {

Instance &Instance::get()
{
    // Made complete before its end is registered: it ends before whatever the driver registered while it started.
    static Instance instance;
    return instance;
}

Instance::Instance() { m_status = start(); }

Instance::~Instance()
{
    if (m_messenger)
        vkDestroyDebugUtilsMessengerEXT(m_instance, m_messenger, nullptr);
    if (m_instance)
        vkDestroyInstance(m_instance, nullptr);
}

int Instance::state(SnugMessage *message) const
{
    if (m_status != SNUG_OK)
        *message = m_message;
    return m_status;
}

ListedDevice *Instance::device(std::uint32_t index) { return index < m_devices.size() ? &m_devices[index] : nullptr; }

int Instance::start()
{
    if (volkInitialize() != VK_SUCCESS)
        return fail(&m_message, SNUG_UNSUPPORTED, "no Vulkan loader (libvulkan.so.1 was not found)");
    const std::uint32_t version = volkGetInstanceVersion();
    if (version < VK_API_VERSION_1_2)
        return fail(&m_message, SNUG_UNSUPPORTED, "the Vulkan loader is of version %u.%u, 1.2 is needed",
                    VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
    SNUG_VULKAN_TRY(create());
    return listDevices();
}

int Instance::create()
{
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "Snug";
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    const ValidationRequest validation(info);

    const VkResult result = vkCreateInstance(&info, nullptr, &m_instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return fail(&m_message, SNUG_UNSUPPORTED, "no Vulkan driver answers");
    SNUG_VULKAN_TRY(check(result, &m_message, "starting Vulkan"));
    volkLoadInstanceOnly(m_instance);
    return validation.listen(m_instance, &m_messenger, &m_message);
}

int Instance::listDevices()
{
    std::uint32_t count = 0;
    const VkResult result = vkEnumeratePhysicalDevices(m_instance, &count, nullptr);
    // The loader says so when no driver could be loaded.
    if (result == VK_ERROR_INITIALIZATION_FAILED || (result == VK_SUCCESS && count == 0))
        return fail(&m_message, SNUG_UNSUPPORTED, "no Vulkan driver answers");
    SNUG_VULKAN_TRY(check(result, &m_message, "listing the Vulkan devices"));
    std::vector<VkPhysicalDevice> handles(count);
    // A device that appears in between makes the answer incomplete, which is none of our trouble.
    const VkResult listed = vkEnumeratePhysicalDevices(m_instance, &count, handles.data());
    if (listed != VK_INCOMPLETE)
        SNUG_VULKAN_TRY(check(listed, &m_message, "listing the Vulkan devices"));
    handles.resize(count);
    for (VkPhysicalDevice handle : handles) {
        ListedDevice &device = m_devices.emplace_back();
        device.handle = handle;
        describe(device);
    }
    return SNUG_OK;
}

} // namespace snug::vulkan
