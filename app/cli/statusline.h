// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One line on stderr that is drawn again and again while something runs; on a terminal only.

#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace snug::cli {

/// Draws what `text` says ten times a second, from a thread of its own, until destroyed. `text` is asked even where
/// stderr is no terminal and nothing is drawn.
class StatusLine
{
public:
    explicit StatusLine(std::function<std::string()> text);
    ~StatusLine();

private:
    void drawUntilEnded();

    std::function<std::string()> m_text;
    bool m_terminal;
    std::atomic<bool> m_ended = false;
    std::thread m_thread;
};

/// "[#####     ]  50 %"
std::string barText(double fraction);

} // namespace snug::cli
