// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The sampling thread. It sleeps on a condition variable, so that ending it does not wait for the period.

#include "core/memory/sampler.h"

#include "core/base/log.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace snug {

struct MemorySampler::State
{
    std::chrono::milliseconds period;
    Probe probe;
    mutable std::mutex mutex; // guards latest and closing
    std::condition_variable changed;
    MemorySnapshot latest;
    bool closing = false;
    std::thread thread; // last: it uses all of the above

    void work()
    {
        auto next = std::chrono::steady_clock::now();
        for (;;) {
            try {
                MemorySnapshot look = probe(); // outside the lock: a driver may take its time
                std::lock_guard lock(mutex);
                std::swap(latest, look);
            } catch (const std::exception &fault) {
                log::warn("memory", std::string("a look at memory failed: ") + fault.what());
            }
            // A steady rate, whatever a look takes; looks that were missed are not made up for.
            next = std::max(next + period, std::chrono::steady_clock::now());
            std::unique_lock lock(mutex);
            if (changed.wait_until(lock, next, [this] { return closing; }))
                return;
        }
    }
};

MemorySampler::MemorySampler(std::chrono::milliseconds period, Probe probe) : m_state(std::make_unique<State>())
{
    m_state->period = std::max(period, std::chrono::milliseconds(1));
    m_state->probe = std::move(probe);
    try {
        m_state->thread = std::thread([state = m_state.get()] { state->work(); });
    } catch (const std::system_error &fault) {
        log::warn("memory", std::string("memory is not watched: ") + fault.what());
    }
}

MemorySampler::~MemorySampler()
{
    {
        std::lock_guard lock(m_state->mutex);
        m_state->closing = true;
    }
    m_state->changed.notify_all();
    if (m_state->thread.joinable())
        m_state->thread.join();
}

MemorySnapshot MemorySampler::latest() const
{
    std::lock_guard lock(m_state->mutex);
    return m_state->latest;
}

} // namespace snug
