// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The thread pool: one queue, one mutex. Tasks are slices of a tensor, so the queue is never the bottleneck.

#include "core/base/threadpool.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace snug {

ThreadPool::ThreadPool(int threadCount)
{
    const int wanted = std::max(threadCount, 1);
    m_threads.reserve(static_cast<std::size_t>(wanted));
    for (int index = 0; index < wanted; ++index) {
        try {
            m_threads.emplace_back([this, index] { work(index); });
        } catch (const std::system_error &) {
            // A process limit was hit. Fewer threads do the same work; none at all cannot.
            if (index == 0)
                throw;
            break;
        }
    }
}

ThreadPool::~ThreadPool()
{
    {
        std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

void ThreadPool::submit(std::function<void(int threadIndex)> task)
{
    {
        std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_changed.notify_one();
}

void ThreadPool::work(int threadIndex)
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_closing || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
        {
            const auto task = std::move(m_tasks.front());
            m_tasks.pop_front();
            lock.unlock();
            task(threadIndex);
        } // what the task captured is let go before the lock is taken again
        lock.lock();
    }
}

} // namespace snug
