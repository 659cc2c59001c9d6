// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/validation.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace snug::vulkan {

namespace {

constexpr const char *kLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char *kExtension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
constexpr VkValidationFeatureEnableEXT kSynchronization = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;

/// The variable's value; null when unset, empty or 0.
const char *wish()
{
    const char *value = std::getenv("SNUG_VULKAN_VALIDATION");
    return value && *value && std::strcmp(value, "0") != 0 ? value : nullptr;
}

bool isInstalled()
{
    std::uint32_t count = 0;
    if (vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS)
        return false;
    std::vector<VkLayerProperties> layers(count);
    if (vkEnumerateInstanceLayerProperties(&count, layers.data()) != VK_SUCCESS)
        return false;
    return std::any_of(layers.begin(), layers.end(),
                       [](const VkLayerProperties &layer) { return !std::strcmp(layer.layerName, kLayer); });
}

VKAPI_ATTR VkBool32 VKAPI_CALL report(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                      const VkDebugUtilsMessengerCallbackDataEXT *data, void *)
{
    std::fprintf(stderr, "vulkan validation: %s\n", data->pMessage);
    if (const char *value = wish(); value && std::strcmp(value, "abort") == 0)
        std::abort();
    return VK_FALSE;
}

} // namespace

ValidationRequest::ValidationRequest(VkInstanceCreateInfo &info) : m_wanted(wish() && isInstalled())
{
    if (wish() && !m_wanted)
        std::fprintf(stderr, "%s is not installed: the use of Vulkan is not validated\n", kLayer);
    m_listener.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    m_listener.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    m_listener.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    m_listener.pfnUserCallback = report;
    m_features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
    m_features.enabledValidationFeatureCount = 1;
    m_features.pEnabledValidationFeatures = &kSynchronization;
    if (!m_wanted)
        return;
    m_listener.pNext = &m_features;
    info.pNext = &m_listener;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &kExtension;
}

int ValidationRequest::listen(VkInstance instance, VkDebugUtilsMessengerEXT *messenger, SnugMessage *message) const
{
    if (!m_wanted)
        return SNUG_OK;
    VkDebugUtilsMessengerCreateInfoEXT listener = m_listener;
    listener.pNext = nullptr;
    return check(vkCreateDebugUtilsMessengerEXT(instance, &listener, nullptr, messenger), message,
                 "listening to Vulkan's validation");
}

} // namespace snug::vulkan
