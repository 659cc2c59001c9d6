// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The pause gate: a condition variable, woken by resume() and looking at the stop flag in between.

#include "core/base/stopflag.h"

#include <chrono>

namespace snug {

void PauseGate::pause()
{
    std::lock_guard lock(m_mutex);
    m_paused = true;
}

void PauseGate::resume()
{
    {
        std::lock_guard lock(m_mutex);
        m_paused = false;
    }
    m_changed.notify_all();
}

bool PauseGate::paused() const
{
    std::lock_guard lock(m_mutex);
    return m_paused;
}

bool PauseGate::wait(const StopFlag &stop)
{
    // The stop flag is a bare atomic that notifies nobody, hence the look every 20 ms.
    constexpr auto kLook = std::chrono::milliseconds(20);
    std::unique_lock lock(m_mutex);
    bool waited = false;
    while (m_paused && !stop.requested()) {
        waited = true;
        m_changed.wait_for(lock, kLook);
    }
    return waited;
}

} // namespace snug
