// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The processor as a backend: always there, and what all others are compared with.

#pragma once

#include "core/backends/abi.h"

namespace snug {

/// Its operations run on the calling thread, in the instruction set in use, before run() answers.
const SnugBackend &cpuBackend();

} // namespace snug
