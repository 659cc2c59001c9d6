// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/outcome.h"

#include <cstdarg>
#include <cstdio>

namespace snug::vulkan {

int fail(SnugMessage *message, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message->text, sizeof(message->text), format, arguments);
    va_end(arguments);
    return status;
}

const char *resultText(VkResult result)
{
    switch (result) {
    case VK_SUCCESS:
        return "success";
    case VK_TIMEOUT:
        return "no answer in time";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return "out of device memory";
    case VK_ERROR_INITIALIZATION_FAILED:
        return "the driver could not start";
    case VK_ERROR_DEVICE_LOST:
        return "the device was lost";
    case VK_ERROR_MEMORY_MAP_FAILED:
        return "the memory could not be mapped";
    case VK_ERROR_LAYER_NOT_PRESENT:
        return "a layer is not installed";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
        return "an extension is missing";
    case VK_ERROR_FEATURE_NOT_PRESENT:
        return "a feature is missing";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
        return "no driver answers";
    case VK_ERROR_TOO_MANY_OBJECTS:
        return "too many allocations";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
        return "a pool is used up";
    default:
        return nullptr;
    }
}

namespace {

int statusOf(VkResult result)
{
    switch (result) {
    case VK_SUCCESS:
        return SNUG_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_TOO_MANY_OBJECTS: // fewer and smaller buffers help there as well
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_MEMORY_MAP_FAILED:
        return SNUG_OUT_OF_MEMORY;
    case VK_ERROR_DEVICE_LOST:
        return SNUG_DEVICE_LOST;
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT:
        return SNUG_UNSUPPORTED;
    default:
        return SNUG_FAILED;
    }
}

} // namespace

int check(VkResult result, SnugMessage *message, const char *what)
{
    if (result == VK_SUCCESS)
        return SNUG_OK;
    if (const char *text = resultText(result))
        return fail(message, statusOf(result), "%s: %s", what, text);
    return fail(message, statusOf(result), "%s: Vulkan error %d", what, static_cast<int>(result));
}

} // namespace snug::vulkan
