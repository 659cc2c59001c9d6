// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A shader's words as they were compiled with the program. The names are declared in spirvlist.h, made by the build.

#pragma once

#include <cstddef>
#include <cstdint>

namespace snug::vulkan {

struct Spirv
{
    const std::uint32_t *words;
    std::size_t count;
};

} // namespace snug::vulkan
