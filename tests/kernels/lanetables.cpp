// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/kernels/lanetables.h"

#include "core/kernels/kernelset.h"
#include "core/kernels/lanes/array.h"
#include "core/kernels/table.h"

#include <vector>

namespace snug::test {

std::span<const LaneTable> laneTables()
{
    static const std::vector<LaneTable> tables = [] {
        std::vector<LaneTable> all{
            {"4 array lanes", kernels::kKernelTable<kernels::ArrayLane<4>>},
            {"8 array lanes", kernels::kKernelTable<kernels::ArrayLane<8>>},
            {"16 array lanes", kernels::kKernelTable<kernels::ArrayLane<16>>},
        };
        int count = 0;
        const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
        for (int i = 0; i < count; ++i)
            all.push_back({sets[i]->name, {sets[i]->kernels, static_cast<std::size_t>(sets[i]->count)}});
        return all;
    }();
    return tables;
}

} // namespace snug::test
