// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One background thread that does tasks in order, and that can be left behind when a task does not end in time.

#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace snug::ui {

/// Owned by JobController. post() and finish() are called on the GUI thread; tasks must not throw.
class TaskThread
{
public:
    TaskThread();
    /// Same as finish() with no time to wait.
    ~TaskThread();
    TaskThread(const TaskThread &) = delete;
    TaskThread &operator=(const TaskThread &) = delete;

    void post(std::function<void()> task);
    /// Drops what has not begun and waits up to `longest` for the running task. Returns false when that is still
    /// going: the thread is then left behind and must not touch anything its tasks do not own.
    bool finish(std::chrono::milliseconds longest);

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace snug::ui
