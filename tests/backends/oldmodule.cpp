// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A module of an earlier interface: its head says so, and nothing behind the head may be touched.

#include "core/backends/abi.h"

extern "C" __attribute__((visibility("default"))) const SnugBackend *snugBackendModule()
{
    static const SnugBackendHead head{SNUG_OLD_ABI, 16, "vulkan", SNUG_OLD_VERSION};
    return reinterpret_cast<const SnugBackend *>(&head);
}
