// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/kernels/blockkernel.h"

#include "core/kernels/lanes/scalar.h"
#include "core/kernels/table.h"

namespace snug::kernels {

const BlockKernel *blockKernels(int *count)
{
    *count = sizeof(kKernelTable<ScalarLane>) / sizeof(BlockKernel);
    return kKernelTable<ScalarLane>;
}

const BlockKernel *findBlockKernel(const char *name)
{
    for (const BlockKernel &kernel : kKernelTable<ScalarLane>)
        if (__builtin_strcmp(kernel.name, name) == 0)
            return &kernel;
    return nullptr;
}

} // namespace snug::kernels
