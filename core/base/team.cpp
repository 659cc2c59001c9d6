// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/base/team.h"

#include "core/base/threadpool.h"

#include <chrono>
#include <system_error>

namespace snug {

namespace {

/// Longer than what a forward pass does between two products of one token, shorter than a scheduler's slice.
constexpr auto kWatch = std::chrono::microseconds(50);

void rest()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
}

} // namespace

Team::Team(int threads) : m_watches(threads <= usableProcessorCount())
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
    const auto done = [this] { return m_busy == 0; };
    watch(done);
    if (!done()) {
        std::unique_lock lock(m_mutex);
        m_done.wait(lock, done);
    }
}

template <class Ready> void Team::watch(Ready ready) const
{
    if (!m_watches)
        return;
    const auto end = std::chrono::steady_clock::now() + kWatch;
    while (!ready() && std::chrono::steady_clock::now() < end)
        for (int i = 0; i < 16 && !ready(); ++i)
            rest();
}

void Team::work(const std::function<void(std::uint64_t, int)> &part, int thread)
{
    for (std::uint64_t index = m_next++; index < m_count; index = m_next++)
        part(index, thread);
}

void Team::help(int thread)
{
    std::uint64_t seen = 0;
    const auto awaited = [&] { return m_closing || m_round != seen; };
    for (;;) {
        watch(awaited);
        if (!awaited()) {
            std::unique_lock lock(m_mutex);
            m_begun.wait(lock, awaited);
        }
        if (m_closing)
            return;
        ++seen; // no round begins before all helpers are through with the last
        work(*m_part, thread);
        finishRound();
    }
}

void Team::finishRound()
{
    if (m_busy.fetch_sub(1) > 1)
        return;
    std::lock_guard lock(m_mutex); // the caller either sleeps already or sees 0 before it does
    m_done.notify_one();
}

} // namespace snug
