// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a memory chart draws, as plain values: measured samples, prediction, limit, peaks, phases.

#pragma once

#include "core/memory/ledger.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace snug::ui {

struct MemorySample
{
    double seconds = 0;
    std::array<double, kComponentCount> bytes{}; ///< in the order of Component
    double othersBytes = 0;                      ///< other programs, stacked on top; 0 when not drawn

    double oursBytes() const;
    double totalBytes() const { return oursBytes() + othersBytes; }
};

/// A constant prediction over a stretch of time.
struct PredictedStep
{
    double fromSeconds = 0, toSeconds = 0;
    double bytes = 0;
};

/// A true peak, kept by high-water marks. The highest one is labelled.
struct PeakMark
{
    double atSeconds = 0;
    double bytes = 0;
};

/// A phase of the job, named at the top of the chart; every second one is shaded.
struct PhaseBand
{
    double fromSeconds = 0, toSeconds = 0;
    QString name;
};

/// Everything one chart draws.
struct MemorySeries
{
    std::vector<MemorySample> samples; ///< rising in time
    std::vector<PredictedStep> predicted;
    std::optional<double> limitBytes;
    QString limitText;     ///< "limit 9.0", "all RAM 15.5"
    bool limitHit = false; ///< draws the limit in the colour of "does not fit"
    std::vector<PeakMark> peaks;
    std::vector<PhaseBand> phases;
    double endSeconds = 0;                ///< right edge of the time axis; widened to hold the samples
    std::optional<double> nowSeconds;     ///< the now line
    std::optional<double> stoppedSeconds; ///< failure: a line in the colour of "does not fit"
    QString stoppedText;                  ///< "stopped 9:10"
};

} // namespace snug::ui
