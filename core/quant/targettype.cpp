// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/targettype.h"

#include "core/formats/names.h"
#include "core/quant/nearnames.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <vector>

namespace snug {

namespace {

std::vector<std::string_view> targetNames()
{
    constexpr std::uint32_t kPastAllNumbers = 64; // of types the format has given so far, with room for more
    std::vector<std::string_view> names;
    for (std::uint32_t number = 0; number < kPastAllNumbers; ++number)
        if (const TensorTypeInfo *info = findTensorType(number); info && kernelFor(info->type))
            names.push_back(info->name);
    return names;
}

} // namespace

Result<TensorType> targetTypeNamed(std::string_view name, std::string_view option)
{
    const TensorTypeInfo *info = findTensorType(name);
    if (info && kernelFor(info->type))
        return info->type;
    return fail(ErrorCode::Usage, fmt::format("{} names the type {}, {}. Did you mean {}?", option, quoteName(name),
                                              info ? "which weights cannot be quantized to" : "which does not exist",
                                              nearestNames(name, targetNames())));
}

} // namespace snug
