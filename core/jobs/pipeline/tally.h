// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Keeps count while a job runs: progress for those who poll, events for those who listen, and the report's tensor rows.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/pipeline/slot.h"
#include "core/jobs/prepare.h"

#include <chrono>
#include <vector>

namespace snug {

/// One thread (the writer's).
class Tally
{
public:
    using Clock = std::chrono::steady_clock;

    /// `machine` prices a tensor type's work, so that the bar moves evenly over cheap and dear tensors.
    Tally(const PreparedJob &job, JobContext &context, const Machine &machine, Clock::time_point start);

    void enterPhase(Phase phase);
    void beginTensor(std::size_t tensorIndex);
    /// A slice has been written for all variants.
    void addSlice(const Slot &slot, std::uint64_t sourceBytes);
    /// Stops or starts the clock.
    void setPaused(bool paused);
    /// Seconds since the start, pauses not counted.
    double seconds() const;

    std::vector<TensorReport> takeTensorReports() { return std::move(m_reports); }
    /// Weights that a device worked on, over all variants, and blocks of them that came back to the processor.
    std::uint64_t deviceWeights() const { return m_deviceWeights; }
    std::uint64_t redoneBlocks() const { return m_redoneBlocks; }

private:
    void finishTensor(std::size_t tensorIndex);
    void publish();
    double cost(std::size_t tensorIndex, std::size_t variant, std::uint64_t weights) const;

    struct Sums
    {
        double signal = 0, noise = 0, seconds = 0;
        std::uint64_t unweighted = 0;
    };

    const PreparedJob &m_job;
    JobContext &m_context;
    const Machine &m_machine;
    Clock::time_point m_start;
    Clock::time_point m_pausedAt{};
    Clock::duration m_pausedFor{};
    bool m_paused = false;
    double m_phaseBegan = 0;
    double m_costTotal = 0, m_costDone = 0;
    double m_rateSince = 0;          ///< start of the window the speed is taken over
    std::uint64_t m_rateWeights = 0; ///< weights in that window
    std::uint64_t m_deviceWeights = 0, m_redoneBlocks = 0;
    std::vector<Sums> m_sums; ///< of the current tensor, one per variant
    ProgressSnapshot m_now;
    std::vector<TensorReport> m_reports;
};

} // namespace snug
