// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernel tables the tests run over: the one that ships and the same templates on lanes of several widths.

#pragma once

#include "core/kernels/blockkernel.h"
#include "core/kernels/lanes/array.h"
#include "core/kernels/table.h"

#include <cstddef>
#include <span>

namespace snug::test {

struct LaneTable
{
    const char *name;
    std::span<const kernels::BlockKernel> kernels;
};

inline std::span<const LaneTable> laneTables()
{
    static const LaneTable tables[] = {
        {"scalar",
         [] {
             int count = 0;
             const kernels::BlockKernel *first = kernels::blockKernels(&count);
             return std::span(first, static_cast<std::size_t>(count));
         }()},
        {"4 lanes", kernels::kKernelTable<kernels::ArrayLane<4>>},
        {"8 lanes", kernels::kKernelTable<kernels::ArrayLane<8>>},
        {"16 lanes", kernels::kKernelTable<kernels::ArrayLane<16>>},
    };
    return tables;
}

} // namespace snug::test
