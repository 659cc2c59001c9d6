// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sums kept window by window, so that a total does not depend on who summed which window when.

#pragma once

#include <cstdint>
#include <map>

namespace snug {

/// One `Sums` per window of a text. Adding doubles in another order gives other last digits; here the total is always
/// formed in the order of the windows, so accumulators filled by any threads and merged in any grouping give the same
/// bytes as long as each window's tokens came to one of them, in order.
/// `Sums` starts as zero and has +=. Memory: one `Sums` per window.
/// Threads: one at a time.
template <class Sums> class WindowSums
{
public:
    Sums &of(std::uint64_t window) { return m_windows[window]; }

    void merge(const WindowSums &other)
    {
        for (const auto &[window, sums] : other.m_windows)
            m_windows[window] += sums;
    }

    Sums total() const
    {
        Sums all;
        for (const auto &[window, sums] : m_windows)
            all += sums;
        return all;
    }

    std::uint64_t windowCount() const { return m_windows.size(); }

private:
    std::map<std::uint64_t, Sums> m_windows;
};

} // namespace snug
