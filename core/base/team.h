// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Threads that do one thing together, part by part, while the caller waits and helps. For work of many short steps,
// where a queue of tasks (threadpool.h) would cost more than the steps. Who waits looks for a short time before going
// to sleep: from one short step to the next, being woken would take longer than the step.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace snug {

class Team
{
public:
    /// `threads` in all, the caller's included. Where the system gives fewer, those it gives do the work.
    explicit Team(int threads);
    ~Team();
    Team(const Team &) = delete;
    Team &operator=(const Team &) = delete;

    int threads() const { return static_cast<int>(m_helpers.size()) + 1; }
    /// Calls part(index, thread) for every index below `count`, each once, in any order, and returns when all are done.
    /// `thread` is below threads() and of one call at a time. Must not throw. One caller at a time, not from a part.
    void run(std::uint64_t count, const std::function<void(std::uint64_t index, int thread)> &part);

private:
    void help(int thread);
    void finishRound();
    /// Until ready() or the time is up.
    template <class Ready> void watch(Ready ready) const;
    void work(const std::function<void(std::uint64_t, int)> &part, int thread);

    std::mutex m_mutex; // held to change what a sleeper waits for: m_round and m_closing, m_busy to 0
    std::condition_variable m_begun, m_done;
    const std::function<void(std::uint64_t, int)> *m_part = nullptr; // as m_count: changed while no helper is busy
    std::uint64_t m_count = 0;
    std::atomic<std::uint64_t> m_next{0};
    std::atomic<std::uint64_t> m_round{0}; ///< counts calls, so that a helper takes part in each once
    std::atomic<int> m_busy{0};            ///< helpers that have not finished this round
    std::atomic<bool> m_closing{false};
    bool m_watches; ///< not where threads would take processors from each other
    std::vector<std::thread> m_helpers;
};

} // namespace snug
