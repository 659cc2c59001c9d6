// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Vulkan through volk: declarations alone, whose functions are found in libvulkan.so.1 when the module is used.

#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>
