// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/devicenodes.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace snug {

bool cardsMayExist(const std::string &devRoot)
{
    // The kernel's graphics interface, NVIDIA's own, AMD's for computing, and that of Windows below Linux.
    constexpr std::array kNodes{"dri", "nvidiactl", "kfd", "dxg"};
    return std::ranges::any_of(kNodes, [&](const char *node) {
        std::error_code ignored;
        return std::filesystem::exists(std::filesystem::path(devRoot) / node, ignored);
    });
}

} // namespace snug
