// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A fixed set of threads that take tasks in order. One per job.

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace snug {

/// Runs tasks on `threadCount` threads, started in the order submitted. The destructor finishes what was submitted.
/// Tasks must not throw. submit() may be called from any thread. Where the system gives fewer threads than asked for,
/// those it gives do the work; where it gives none, the constructor throws std::system_error.
class ThreadPool
{
public:
    explicit ThreadPool(int threadCount);
    ~ThreadPool();
    ThreadPool(const ThreadPool &) = delete;
    ThreadPool &operator=(const ThreadPool &) = delete;

    int threadCount() const { return static_cast<int>(m_threads.size()); }
    /// Queues a task. It gets the index of the thread that runs it, 0 to threadCount() - 1, for per-thread scratch.
    void submit(std::function<void(int threadIndex)> task);

private:
    void work(int threadIndex);

    std::mutex m_mutex; // guards m_tasks and m_closing
    std::condition_variable m_changed;
    std::deque<std::function<void(int)>> m_tasks;
    bool m_closing = false;
    std::vector<std::thread> m_threads;
};

/// Number of processors this process may run on (affinity and cgroup quota respected), at least 1.
int usableProcessorCount();

} // namespace snug
