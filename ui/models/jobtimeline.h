// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a running job has shown so far, put on one time axis with what was predicted: the data behind the charts and the
// stepper of the Run page.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/charts/columnmaxima.h"
#include "ui/charts/memoryseries.h"
#include "ui/widgets/stepper.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace snug::ui {

/// Fed with the plan and every tick. Times are seconds since the job began, pauses not counted. A plain value.
class JobTimeline
{
public:
    /// A new job; nothing is known yet.
    void clear();
    void setPlan(std::shared_ptr<const Plan> plan);
    /// The process's high-water mark before the job. While it still stands, it is not the job's doing.
    void setEarlierPeak(std::uint64_t bytes) { m_earlierPeakBytes = bytes; }
    void addTick(const JobTick &tick);
    /// The job ended at `seconds` without coming to its end.
    void end(double seconds, bool failed);

    const ProgressSnapshot &progress() const { return m_progress; }
    /// Right edge of the time axis: what is predicted, or what was needed.
    double endSeconds() const;

    MemorySeries ram() const;
    MemorySeries vram() const;
    std::vector<Step> steps(JobState state) const;

    /// Figures for the legend, in bytes.
    const MemorySample &ramNow() const { return m_ramNow; }
    const MemorySample &vramNow() const { return m_vramNow; }
    double ramPeakBytes() const { return m_ramPeak.bytes; }
    double vramPeakBytes() const { return m_vramPeak.bytes; }
    double ramPredictedBytes() const;
    double vramPredictedBytes() const;
    /// The limit the user set, or all RAM of the machine; 0 while not known.
    double ramLimitBytes() const;
    /// The limit the user set, or all memory of the card at work; 0 while not known.
    double vramLimitBytes() const;
    /// A card is there, or a device holds something.
    bool hasGpu() const { return m_hasGpu; }
    /// Whether a component ever held anything on the host or the device.
    bool seen(Component component) const { return m_seen[static_cast<std::size_t>(component)]; }

private:
    struct Stretch
    {
        double from = 0, to = 0;
    };

    std::array<Stretch, kPhaseCount> stretches() const;
    std::vector<PredictedStep> predictedSteps(std::uint64_t PhasePlan::*peak) const;
    std::vector<PhaseBand> bands() const;
    void addLimit(MemorySeries &series, double limit, double most, bool setByHand, const QString &all) const;
    void addVram(const JobTick &tick);
    MemorySeries commonSeries(const ColumnMaxima &samples, const PeakMark &peak) const;
    QString stepNote(int phase, JobState state) const;
    bool entered(int phase) const { return m_enteredAt[static_cast<std::size_t>(phase)].has_value(); }

    std::shared_ptr<const Plan> m_plan;
    ProgressSnapshot m_progress;
    std::array<std::optional<double>, kPhaseCount> m_enteredAt;
    ColumnMaxima m_ramSamples;
    ColumnMaxima m_vramSamples;
    MemorySample m_ramNow, m_vramNow;
    PeakMark m_ramPeak, m_vramPeak;
    std::array<bool, kComponentCount> m_seen{};
    std::uint64_t m_ramTotalBytes = 0, m_vramTotalBytes = 0;
    std::uint64_t m_earlierPeakBytes = 0;
    std::optional<double> m_endedAt;
    bool m_failed = false;
    bool m_hasGpu = false;
};

} // namespace snug::ui
