// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The named operations of abi.h: their operands are checked here, once, before any kernel sees them.

#pragma once

#include "core/backends/abi.h"

namespace snug::cuda {

int supports(SnugDevice *device, uint32_t operation, uint32_t type, int weighted);
int run(SnugStream *stream, const SnugOperation *operation, SnugMessage *message);

} // namespace snug::cuda
