// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "app/cli/statusline.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>

namespace snug::cli {

namespace {
constexpr int kBarWidth = 28;
constexpr std::chrono::milliseconds kPeriod{100};
constexpr const char *kClearLine = "\r\033[K";
} // namespace

StatusLine::StatusLine(std::function<std::string()> text)
    : m_text(std::move(text)), m_terminal(isatty(STDERR_FILENO) == 1)
{
    try {
        m_thread = std::thread([this] { drawUntilEnded(); });
    } catch (const std::system_error &) {
        // No thread left: the work goes on without a line.
    }
}

void StatusLine::drawUntilEnded()
{
    while (!m_ended.load()) {
        const std::string line = m_text();
        if (m_terminal) {
            std::fprintf(stderr, "%s%s", kClearLine, line.c_str());
            std::fflush(stderr);
        }
        std::this_thread::sleep_for(kPeriod);
    }
}

StatusLine::~StatusLine()
{
    m_ended.store(true);
    if (m_thread.joinable())
        m_thread.join();
    if (m_terminal)
        std::fputs(kClearLine, stderr);
}

std::string barText(double fraction)
{
    const int filled = std::clamp(static_cast<int>(fraction * kBarWidth), 0, kBarWidth);
    return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(kBarWidth - filled, ' '),
                       100 * fraction);
}

} // namespace snug::cli
