// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What tests of single kernels have in common: every instruction set of this machine, and rows as weights are.

#pragma once

#include "core/kernels/kernelset.h"
#include "tests/support/harshrows.h"

#include <cstddef>
#include <span>

namespace snug::test {

/// The fastest first, the scalar one last.
inline std::span<const kernels::KernelSet *const> allSets()
{
    int count = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
    return {sets, static_cast<std::size_t>(count)};
}

inline Row bellShaped(std::size_t count, unsigned seed)
{
    Random random(seed);
    return makeRow(rowKinds()[0], static_cast<int>(count), random);
}

} // namespace snug::test
