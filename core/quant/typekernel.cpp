// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/typekernel.h"

#include "core/kernels/kernelset.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

namespace snug {

namespace {

std::vector<std::string> instructionSetsHere()
{
    int count = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i)
        names.emplace_back(sets[i]->name);
    return names;
}

} // namespace

const kernels::BlockKernel *kernelFor(TensorType type)
{
    return kernels::findBlockKernel(std::string(tensorTypeName(type)).c_str());
}

std::string instructionSet() { return kernels::activeKernelSet().name; }

Result<void> chooseInstructionSet()
{
    const char *name = std::getenv("SNUG_CPU");
    if (!name || !*name)
        return {};
    const kernels::KernelSet *set = kernels::findKernelSet(name);
    if (!set)
        return fail(
            ErrorCode::Usage,
            fmt::format("The variable SNUG_CPU asks for \"{}\", which this processor or this build lacks. Unset "
                        "it, or set one of: {}.",
                        name, fmt::join(instructionSetsHere(), ", ")));
    kernels::activateKernelSet(*set);
    return {};
}

} // namespace snug
