// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The loader's own source, compiled once here with warnings off: nothing of Vulkan is linked.

#define VOLK_IMPLEMENTATION
#include "core/backends/vulkan/vulkanapi.h"
