// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/context.h"

#include "core/base/log.h"

#include <utility>

namespace snug {

ProgressSnapshot Progress::snapshot() const
{
    std::lock_guard lock(m_mutex);
    return m_snapshot;
}

void EventQueue::push(JobEvent event)
{
    std::lock_guard lock(m_mutex);
    m_events.push_back(std::move(event));
}

std::vector<JobEvent> EventQueue::drain()
{
    std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

void tellOfDevice(JobContext &context, const std::string &sentence)
{
    log::warn("device", sentence);
    context.progress.update([&](ProgressSnapshot &now) { now.deviceNote = sentence; });
}

} // namespace snug
