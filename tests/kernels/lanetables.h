// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernel tables the tests run over: the one that ships and the same templates on lanes of several widths.

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
