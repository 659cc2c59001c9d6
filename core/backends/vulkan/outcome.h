// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What functions of this module answer: a SnugStatus, with a clause for a person on failure.

#pragma once

#include "core/backends/abi.h"
#include "core/backends/vulkan/vulkanapi.h"

#include <cstdint>

namespace snug::vulkan {

/// Writes the clause as printf does, cut to the room there is, and gives `status` back.
__attribute__((format(printf, 3, 4))) int fail(SnugMessage *message, int status, const char *format, ...);

/// SNUG_OK for VK_SUCCESS, else the status that goes with the result and "`what`: text of the result".
int check(VkResult result, SnugMessage *message, const char *what);

/// "out of device memory"; null for results without a text here.
const char *resultText(VkResult result);

} // namespace snug::vulkan

/// Leaves the calling function with the status unless it is SNUG_OK.
#define SNUG_VULKAN_TRY(expression)                                                                                    \
    do {                                                                                                               \
        if (const int snugStatus = (expression); snugStatus != SNUG_OK)                                                \
            return snugStatus;                                                                                         \
    } while (false)
