// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Failures on order, for tests: SNUG_VULKAN_FAIL=N in the environment makes the N-th call that may fail answer "out of
// device memory" once, SNUG_VULKAN_FAIL=N:lost "the device was lost" from then on. N counts from 1 at the opening of a
// device.

#pragma once

#include "core/backends/vulkan/vulkanapi.h"

namespace snug::vulkan {

/// Puts counting functions into a device's table when asked to, and starts the count anew.
void plantFault(VolkDeviceTable &table);

} // namespace snug::vulkan
