// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/tally.h"

#include "core/jobs/figures.h"

#include <algorithm>
#include <cmath>

namespace snug {

namespace {
constexpr double kRateWindowSeconds = 3;
// Time left is not told before this much of the work is done: a first guess would jump.
constexpr double kToldFrom = 0.02;
} // namespace

Tally::Tally(const PreparedJob &job, JobContext &context, const Machine &machine, Clock::time_point start)
    : m_job(job), m_context(context), m_machine(machine), m_start(start), m_sums(job.variants.size())
{
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t)
        for (std::size_t v = 0; v < job.variants.size(); ++v)
            m_costTotal += cost(t, v, job.model->tensors[t].weightCount());
    m_now.weightsTotal = job.weightCount();
    m_now.tensorsTotal = job.model->tensors.size() * job.variants.size();
    publish();
}

double Tally::cost(std::size_t tensorIndex, std::size_t variant, std::uint64_t weights) const
{
    return static_cast<double>(weights) * secondsPerWeight(m_job, variant, tensorIndex, m_machine);
}

double Tally::seconds() const
{
    const Clock::time_point until = m_paused ? m_pausedAt : Clock::now();
    return std::chrono::duration<double>(until - m_start - m_pausedFor).count();
}

void Tally::setPaused(bool paused)
{
    if (paused != m_paused) {
        if (paused)
            m_pausedAt = Clock::now();
        else
            m_pausedFor += Clock::now() - m_pausedAt;
        m_paused = paused;
    }
    publish();
}

void Tally::enterPhase(Phase phase)
{
    m_phaseBegan = seconds();
    m_now.phase = phase;
    m_context.events.push(PhaseEntered{phase, m_phaseBegan});
    publish();
}

void Tally::beginTensor(std::size_t tensorIndex)
{
    const ModelTensor &tensor = m_job.model->tensors[tensorIndex];
    m_now.currentTensor = tensor.name;
    m_now.currentLayer = tensor.layer;
    std::fill(m_sums.begin(), m_sums.end(), Sums());
    m_context.events.push(TensorStarted{tensor.name, tensor.layer, tensor.role});
    publish();
}

void Tally::addSlice(const Slot &slot, std::uint64_t sourceBytes)
{
    const Slice &slice = slot.slice;
    for (std::size_t v = 0; v < m_sums.size(); ++v) {
        m_sums[v].signal += slot.signal[v];
        m_sums[v].noise += slot.noise[v];
        m_sums[v].seconds += slot.seconds[v];
        m_sums[v].unweighted += slot.unweighted[v];
        m_now.bytesWritten += slot.outputBytes[v];
        m_costDone += cost(slice.tensorIndex, v, slice.weightCount);
    }
    m_redoneBlocks += slot.redone;
    m_deviceWeights += slot.onDevice ? slice.weightCount * m_sums.size() : 0;
    m_now.bytesRead += sourceBytes;
    m_now.weightsDone += slice.weightCount * m_sums.size();
    m_rateWeights += slice.weightCount * m_sums.size();
    if (slice.lastOfTensor)
        finishTensor(slice.tensorIndex);
    publish();
}

void Tally::finishTensor(std::size_t tensorIndex)
{
    const ModelTensor &tensor = m_job.model->tensors[tensorIndex];
    for (std::size_t v = 0; v < m_sums.size(); ++v) {
        const Sums &sums = m_sums[v];
        TensorReport report;
        report.name = tensor.name;
        report.level = m_job.variants[v].level;
        report.shape = tensor.dims;
        report.from = tensor.source.type;
        const Becoming then = m_job.becoming(v, tensorIndex);
        report.to = then.name;
        report.toType = then.type;
        report.copied = then.copied;
        report.sizeBytes = then.sizeBytes;
        report.bitsPerWeight = then.bitsPerWeight;
        report.relativeError = sums.signal > 0 ? std::sqrt(sums.noise / sums.signal) : 0;
        report.seconds = sums.seconds;
        report.unweightedBlocks = sums.unweighted;
        report.layer = tensor.layer;
        report.role = tensor.role;
        m_context.events.push(TensorFinished{report});
        m_reports.push_back(std::move(report));
    }
    m_now.tensorsDone += m_sums.size();
}

void Tally::publish()
{
    m_now.seconds = seconds();
    m_now.phaseSeconds = m_now.seconds - m_phaseBegan;
    m_now.paused = m_paused;
    m_now.fraction = m_costTotal > 0 ? std::min(1.0, m_costDone / m_costTotal) : 0;
    const double window = m_now.seconds - m_rateSince;
    if (window > 0.2)
        m_now.weightsPerSecond = static_cast<double>(m_rateWeights) / window;
    if (window > kRateWindowSeconds) {
        m_rateSince = m_now.seconds;
        m_rateWeights = 0;
    }
    if (m_now.fraction >= kToldFrom)
        m_now.secondsLeft = m_now.seconds * (1 - m_now.fraction) / m_now.fraction;
    m_context.progress.update([this](ProgressSnapshot &shared) {
        m_now.device = shared.device; // told by those who work with it
        m_now.deviceNote = shared.deviceNote;
        shared = m_now;
    });
}

} // namespace snug
