// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/progressbar.h"

#include "app/cli/table.h"
#include "core/base/sizes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>

namespace snug::cli {

namespace {
constexpr int kBarWidth = 28;
constexpr std::chrono::milliseconds kPeriod{100};
constexpr const char *kClearLine = "\r\033[K";
} // namespace

ProgressBar::ProgressBar(JobContext &context) : m_context(context), m_terminal(isatty(STDERR_FILENO) == 1)
{
    try {
        m_thread = std::thread([this] { drawUntilEnded(); });
    } catch (const std::system_error &) {
        // No thread left: the job goes on without a bar.
    }
}

void ProgressBar::drawUntilEnded()
{
    while (!m_ended.load()) {
        m_context.events.drain(); // nobody else listens, and events are kept until drained
        if (m_terminal)
            draw();
        std::this_thread::sleep_for(kPeriod);
    }
}

ProgressBar::~ProgressBar()
{
    m_ended.store(true);
    if (m_thread.joinable())
        m_thread.join();
    if (m_terminal)
        std::fputs(kClearLine, stderr);
}

void ProgressBar::draw() const
{
    const ProgressSnapshot now = m_context.progress.snapshot();
    const int filled = static_cast<int>(now.fraction * kBarWidth);
    const std::string left = now.secondsLeft < 0 ? "" : fmt::format(", about {} left", formatSeconds(now.secondsLeft));
    const std::string line =
        fmt::format("{}[{}{}] {:3.0f} %  {:.1f} M weights/s{}  {}", kClearLine, std::string(filled, '#'),
                    std::string(kBarWidth - filled, ' '), 100 * now.fraction, now.weightsPerSecond / 1e6, left,
                    now.phase == Phase::Save ? "saving" : printable(now.currentTensor));
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
}

} // namespace snug::cli
