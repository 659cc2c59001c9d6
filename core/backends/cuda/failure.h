// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The CUDA runtime's error codes as answers of the backend's table.

#pragma once

#include "core/backends/abi.h"

#include <cuda_runtime.h>

namespace snug::cuda {

/// The SnugStatus that says best what a code means for the caller.
int statusOf(cudaError_t code);

/// Fills the message ("cudaMalloc of 64.0 MiB: out of memory") and gives the status; SNUG_OK for cudaSuccess. `what` is
/// the call that failed; of a call that concerns memory, `bytes` tells how much. Clears the runtime's own note of the
/// error, so that a later call does not report it again.
int answer(SnugMessage &message, cudaError_t code, const char *what, uint64_t bytes = 0);

/// The same for what no call has failed at.
int answer(SnugMessage &message, int status, const char *text);

} // namespace snug::cuda
