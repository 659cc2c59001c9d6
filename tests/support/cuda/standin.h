// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a test can tell and ask the stand-in for the CUDA runtime. Its devices are host memory, work runs as late as its
// rules allow: in the middle of waiting for an event, in the order of each stream, so that a missing wait shows.

#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace cudastandin {

/// At the start taken from the environment, where a variable is set: SNUG_CUDA_HOST_DEVICES, _MEMORY, _DRIVER,
/// _CAPABILITY, _FAIL_AT and _FAIL_WITH.
struct Settings
{
    int devices = 1;
    std::uint64_t memoryBytes = std::uint64_t(4) << 30; ///< of each device
    int driverVersion = CUDART_VERSION;                 ///< 0: there is no driver
    int capability = 75;                                ///< 10 * major + minor
    std::uint64_t failAt = 0;                           ///< number of the call that fails, counted from 1; 0 for none
    cudaError_t failWith = cudaErrorLaunchFailure;
};

/// Starts anew with these: counts calls from 1, and a lost device is there again.
void configure(const Settings &settings);

/// Calls since then of functions that can fail. Giving back is not among them.
std::uint64_t callCount();

/// Allocations, streams and events that are not given back.
std::uint64_t thingsAlive();

} // namespace cudastandin
