// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Vulkan's validation layer for tests, asked for by the environment: SNUG_VULKAN_VALIDATION=1 writes what it finds to
// standard error, one line each after "vulkan validation: "; "abort" ends the program at the first line.

#pragma once

#include "core/backends/vulkan/outcome.h"

namespace snug::vulkan {

/// Adds layer and messenger to an instance about to be made, when asked for. Lives until the instance is made.
class ValidationRequest
{
public:
    explicit ValidationRequest(VkInstanceCreateInfo &info);
    ValidationRequest(const ValidationRequest &) = delete;
    ValidationRequest &operator=(const ValidationRequest &) = delete;

    /// Keeps listening to the instance until the messenger is destroyed; leaves it null when nothing was asked.
    int listen(VkInstance instance, VkDebugUtilsMessengerEXT *messenger, SnugMessage *message) const;

private:
    bool m_wanted = false;
    VkDebugUtilsMessengerCreateInfoEXT m_listener{};
    VkValidationFeaturesEXT m_features{};
};

} // namespace snug::vulkan
