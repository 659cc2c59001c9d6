// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Stop and pause, asked for by one thread and obeyed by others within 100 ms.

#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace snug {

/// Asks running work to end. Any thread may ask; workers look at it between slices. All methods are thread safe.
class StopFlag
{
public:
    void request() noexcept { m_requested.store(true, std::memory_order_release); }
    bool requested() const noexcept { return m_requested.load(std::memory_order_acquire); }

private:
    std::atomic<bool> m_requested = false;
};

/// Holds work back while paused. All methods are thread safe.
class PauseGate
{
public:
    void pause();
    void resume();
    bool paused() const;
    /// Returns at once when not paused, else when resumed or when `stop` is requested (looked at every 20 ms).
    /// Returns true if it had to wait.
    bool wait(const StopFlag &stop);

private:
    mutable std::mutex m_mutex; // guards m_paused
    std::condition_variable m_changed;
    bool m_paused = false;
};

} // namespace snug
