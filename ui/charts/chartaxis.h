// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Round numbers for axes, and where they lie.

#pragma once

#include <QString>

#include <vector>

namespace snug::ui {

/// A linear axis from 0 to `end` with a tick every `step`.
struct AxisTicks
{
    double end = 1;
    double step = 1;
    std::vector<double> values() const;
};

/// Value axis: steps of 1, 2, 4 or 5 times a power of ten, at most `mostTicks` of them; the end is a whole step at or
/// above `largest`.
AxisTicks valueTicks(double largest, int mostTicks);
/// Time axis in seconds: steps of 1, 2, 5, 10, 15, 30 s and the like for minutes and hours; the end is `endSeconds`
/// itself.
AxisTicks timeTicks(double endSeconds, int mostTicks);

/// The unit a chart of memory counts in: GiB, or MiB when everything is small.
struct MemoryUnit
{
    double bytes = 1;
    int decimals = 2; ///< for figures beside marks
    QString name;     ///< "GiB"
};
MemoryUnit memoryUnit(double largestBytes);

} // namespace snug::ui
