// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The named operations on the processor, over the block kernels.

#pragma once

#include "core/backends/abi.h"

#include <cstdint>

namespace snug {

int cpuSupports(std::uint32_t operation, std::uint32_t type);

/// Runs one operation at once. Ranges are as checked by the caller against their buffers.
int runOnCpu(const SnugOperation &operation, SnugMessage &message);

/// Start of a range in host memory.
unsigned char *cpuAddress(const SnugRange &range);

/// Fills a message, cutting what is too long.
int answer(SnugMessage &message, int status, const char *text);

} // namespace snug
