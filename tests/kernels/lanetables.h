// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernel tables the tests run over: every set this processor can run, and the same templates on arrays as lanes.

#pragma once

#include "core/kernels/blockkernel.h"

#include <span>

namespace snug::test {

struct LaneTable
{
    const char *name;
    std::span<const kernels::BlockKernel> kernels;
};

std::span<const LaneTable> laneTables();

} // namespace snug::test
