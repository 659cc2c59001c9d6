// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/taskthread.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace snug::ui {

struct TaskThread::State
{
    std::mutex mutex; // guards tasks, closing and ended
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;
    bool closing = false;
    bool ended = false;
    std::thread thread;

    void work()
    {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return closing || !tasks.empty(); });
            if (closing)
                break;
            auto task = std::move(tasks.front());
            tasks.pop_front();
            lock.unlock();
            task();
            task = nullptr; // what it captured goes on this thread, before the lock
            lock.lock();
        }
        ended = true;
        changed.notify_all();
    }
};

TaskThread::TaskThread() : m_state(std::make_shared<State>())
{
    m_state->thread = std::thread([state = m_state] { state->work(); });
}

TaskThread::~TaskThread() { finish(std::chrono::milliseconds(0)); }

void TaskThread::post(std::function<void()> task)
{
    std::lock_guard lock(m_state->mutex);
    m_state->tasks.push_back(std::move(task));
    m_state->changed.notify_all();
}

bool TaskThread::finish(std::chrono::milliseconds longest)
{
    if (!m_state->thread.joinable())
        return true;
    bool ended = false;
    {
        std::unique_lock lock(m_state->mutex);
        m_state->closing = true;
        m_state->tasks.clear();
        m_state->changed.notify_all();
        ended = m_state->changed.wait_for(lock, longest, [this] { return m_state->ended; });
    }
    if (ended)
        m_state->thread.join();
    else
        m_state->thread.detach();
    return ended;
}

} // namespace snug::ui
