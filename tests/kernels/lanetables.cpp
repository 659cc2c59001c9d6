// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/kernels/lanetables.h"

#include "core/kernels/lanes/array.h"
#include "core/kernels/table.h"

namespace snug::test {

namespace {

std::span<const kernels::BlockKernel> shippedTable()
{
    int count = 0;
    const kernels::BlockKernel *first = kernels::blockKernels(&count);
    return {first, static_cast<std::size_t>(count)};
}

} // namespace

std::span<const LaneTable> laneTables()
{
    static const LaneTable tables[] = {
        {"shipped", shippedTable()},
        {"4 lanes", kernels::kKernelTable<kernels::ArrayLane<4>>},
        {"8 lanes", kernels::kKernelTable<kernels::ArrayLane<8>>},
        {"16 lanes", kernels::kKernelTable<kernels::ArrayLane<16>>},
    };
    return tables;
}

} // namespace snug::test
