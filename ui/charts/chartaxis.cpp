// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Picks steps.

#include "ui/charts/chartaxis.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace snug::ui {

namespace {
struct ChartAxis
{
    Q_DECLARE_TR_FUNCTIONS(ChartAxis)
};

constexpr double kMib = 1024.0 * 1024, kGib = 1024 * kMib;
constexpr double kSmallChart = 0.5 * kGib; // below it GiB would need three decimals
} // namespace

std::vector<double> AxisTicks::values() const
{
    std::vector<double> result;
    const int count = int(std::floor(end / step + 1e-9));
    for (int i = 0; i <= count; ++i)
        result.push_back(i * step);
    return result;
}

AxisTicks valueTicks(double largest, int mostTicks)
{
    if (!(largest > 0) || !std::isfinite(largest))
        largest = 1;
    const double least = largest / std::max(1, mostTicks);
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * decade;
    for (const double factor : {1.0, 2.0, 4.0, 5.0}) {
        if (factor * decade >= least * (1 - 1e-9)) {
            step = factor * decade;
            break;
        }
    }
    return {step * std::ceil(largest / step - 1e-9), step};
}

AxisTicks timeTicks(double endSeconds, int mostTicks)
{
    if (!(endSeconds > 0) || !std::isfinite(endSeconds))
        endSeconds = 1;
    const double least = endSeconds / std::max(1, mostTicks);
    constexpr std::array kSteps = {1.0,   2.0,   5.0,    10.0,   15.0,   30.0,    60.0,    120.0,  300.0,
                                   600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0, 21600.0, 43200.0};
    for (const double step : kSteps) {
        if (step >= least * (1 - 1e-9))
            return {endSeconds, step};
    }
    return {endSeconds, 86400.0 * std::ceil(least / 86400.0)};
}

MemoryUnit memoryUnit(double largestBytes)
{
    if (largestBytes < kSmallChart)
        return {kMib, largestBytes < 10 * kMib ? 1 : 0, ChartAxis::tr("MiB")};
    return {kGib, 2, ChartAxis::tr("GiB")};
}

} // namespace snug::ui
