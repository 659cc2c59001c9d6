// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One line on stderr that is drawn again and again while a job runs; on a terminal only.

#pragma once

#include "core/jobs/context.h"

#include <atomic>
#include <thread>

namespace snug::cli {

/// Draws from a thread of its own until destroyed. Where stderr is no terminal it draws nothing.
class ProgressBar
{
public:
    explicit ProgressBar(JobContext &context);
    ~ProgressBar();

private:
    void drawUntilEnded();
    void draw() const;

    JobContext &m_context;
    bool m_terminal;
    std::atomic<bool> m_ended = false;
    std::thread m_thread;
};

} // namespace snug::cli
