// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A backend that works on the processor and misbehaves as a test asks: other devices, less memory, failing calls.

#pragma once

#include "core/backends/abi.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace snug::test {

struct BentDevice
{
    std::string name = "Test Card";
    std::uint32_t kind = SNUG_DISCRETE;
    std::string refusal = {};
    std::uint64_t totalBytes = 1ull << 30;        ///< what it says it has
    std::uint64_t thereBytes = ~std::uint64_t{0}; ///< what it gives
    std::uint64_t largestBufferBytes = 1ull << 27;
};

/// What goes wrong. One at a time in a process: the table is made of plain functions.
struct Bend
{
    std::string backend = "vulkan"; ///< its name
    std::vector<BentDevice> devices{BentDevice{}};
    std::string noDevices; ///< why countDevices() fails, or empty

    /// The n-th call that can fail, from 1, answers with `failStatus`; 0: none. Every later one too after a lost
    /// device.
    int failAt = 0;
    int failStatus = SNUG_OUT_OF_MEMORY;
    std::set<std::uint32_t> lackingTypes; ///< GGUF numbers
    int support = SNUG_EXACT;
    bool flagsAll = false;    ///< every block comes back to the processor
    int slowMilliseconds = 0; ///< of every operation
};

/// The table, bent so from now on. Counts start anew.
const SnugBackend &bentBackend(const Bend &bend);

/// Calls since then that could have failed.
int bentCalls();
/// Buffers, streams, events and devices that are still there.
int bentLeft();

} // namespace snug::test
