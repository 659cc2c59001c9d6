// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/base/team.h"

#include <system_error>

namespace snug {

Team::Team(int threads)
{
    for (int thread = 1; thread < threads; ++thread) {
        try {
            m_helpers.emplace_back([this, thread] { help(thread); });
        } catch (const std::system_error &) {
            break; // a process limit was hit
        }
    }
}

Team::~Team()
{
    {
        std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_begun.notify_all();
    for (std::thread &helper : m_helpers)
        helper.join();
}

void Team::run(std::uint64_t count, const std::function<void(std::uint64_t, int)> &part)
{
    if (count <= 1 || m_helpers.empty()) {
        for (std::uint64_t index = 0; index < count; ++index)
            part(index, 0);
        return;
    }
    {
        std::lock_guard lock(m_mutex);
        m_part = &part;
        m_count = count;
        m_next = 0;
        m_busy = static_cast<int>(m_helpers.size());
        ++m_round;
    }
    m_begun.notify_all();
    work(part, 0);
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [this] { return m_busy == 0; });
    m_part = nullptr;
}

void Team::work(const std::function<void(std::uint64_t, int)> &part, int thread)
{
    for (std::uint64_t index = m_next++; index < m_count; index = m_next++)
        part(index, thread);
}

void Team::help(int thread)
{
    std::uint64_t seen = 0;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_begun.wait(lock, [&] { return m_closing || m_round != seen; });
        if (m_closing)
            return;
        seen = m_round;
        const auto *part = m_part;
        lock.unlock();
        work(*part, thread);
        lock.lock();
        if (--m_busy == 0)
            m_done.notify_one();
    }
}

} // namespace snug
