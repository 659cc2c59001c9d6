// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/targettype.h"

#include "core/formats/names.h"
#include "core/kernels/blockkernel.h"
#include "core/quant/nearnames.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <vector>

namespace snug {

namespace {

std::vector<std::string_view> targetNames()
{
    int count = 0;
    const kernels::BlockKernel *all = kernels::blockKernels(&count);
    std::vector<std::string_view> names;
    for (int i = 0; i < count; ++i)
        names.emplace_back(all[i].name);
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
