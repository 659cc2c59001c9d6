// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Looks at memory at a steady rate on a thread of its own, so that nobody else has to wait for a look.

#pragma once

#include "core/memory/probes.h"

#include <chrono>
#include <functional>
#include <memory>

namespace snug {

/// Starts looking when made, stops when destroyed, at once but for a look under way. latest() is thread safe and never
/// waits for a look.
class MemorySampler
{
public:
    using Probe = std::function<MemorySnapshot()>;

    explicit MemorySampler(std::chrono::milliseconds period, Probe probe = readMemory);
    ~MemorySampler();
    MemorySampler(const MemorySampler &) = delete;
    MemorySampler &operator=(const MemorySampler &) = delete;

    /// The newest look; zeros before the first one.
    MemorySnapshot latest() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace snug
