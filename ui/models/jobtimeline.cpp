// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/jobtimeline.h"

#include "ui/bridge/format.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace snug::ui {

namespace {

struct Timeline
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::JobTimeline)
};

/// A limit this many times above everything else would flatten the chart; the legend still tells it.
constexpr double kLimitInSight = 4;

std::size_t slot(Component component) { return static_cast<std::size_t>(component); }

/// The ledger's components, and what the process holds beyond them as "other".
MemorySample sampleOf(double seconds, const LedgerFigures &ledger, Place place, std::uint64_t heldBytes)
{
    MemorySample sample;
    sample.seconds = seconds;
    const auto &now = ledger.nowBytes[static_cast<std::size_t>(place)];
    double known = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        sample.bytes[i] = static_cast<double>(now[i]);
        known += sample.bytes[i];
    }
    sample.bytes[slot(Component::Other)] += std::max(0.0, static_cast<double>(heldBytes) - known);
    return sample;
}

/// Memory of the card that does the work; of the largest one where that cannot be told.
std::uint64_t totalAtWork(const JobTick &tick, const Plan *plan)
{
    std::uint64_t largest = 0;
    for (const GpuMemory &gpu : tick.memory.gpus) {
        if ((plan && gpu.id == plan->spec.device) || (!gpu.name.empty() && gpu.name == tick.progress.device))
            return gpu.totalBytes;
        largest = std::max(largest, gpu.totalBytes);
    }
    return largest;
}

} // namespace

void JobTimeline::clear() { *this = JobTimeline(); }

void JobTimeline::setPlan(std::shared_ptr<const Plan> plan) { m_plan = std::move(plan); }

void JobTimeline::addTick(const JobTick &tick)
{
    m_progress = tick.progress;
    for (const JobEvent &event : tick.events)
        if (const auto *phase = std::get_if<PhaseEntered>(&event))
            m_enteredAt[static_cast<std::size_t>(phase->phase)] = phase->atSeconds;
    m_ramTotalBytes = tick.memory.ramTotalBytes();
    m_ramNow = sampleOf(tick.progress.seconds, tick.ledger, Place::Host, tick.memory.process.residentBytes);
    m_ramSamples.append(m_ramNow);
    // The kernel's high-water mark sees what lies between two looks; run() resets it when a job begins.
    const std::uint64_t mark = tick.memory.process.peakResidentBytes;
    const double peak = std::max(m_ramNow.oursBytes(), mark == m_earlierPeakBytes ? 0.0 : static_cast<double>(mark));
    if (peak > m_ramPeak.bytes)
        m_ramPeak = {tick.progress.seconds, peak};
    addVram(tick);
    for (std::size_t i = 0; i < m_seen.size(); ++i)
        m_seen[i] = m_seen[i] || m_ramNow.bytes[i] > 0 || m_vramNow.bytes[i] > 0;
}

void JobTimeline::addVram(const JobTick &tick)
{
    std::uint64_t onCards = 0;
    for (const GpuMemory &gpu : tick.memory.gpus)
        onCards += gpu.oursBytes;
    m_vramTotalBytes = totalAtWork(tick, m_plan.get());
    m_vramNow = sampleOf(tick.progress.seconds, tick.ledger, Place::Device, onCards);
    m_vramSamples.append(m_vramNow);
    // The books see what lies between two looks.
    const std::uint64_t mark = tick.ledger.peakBytes[static_cast<std::size_t>(Place::Device)];
    const double peak = std::max(m_vramNow.oursBytes(), static_cast<double>(mark));
    if (peak > m_vramPeak.bytes)
        m_vramPeak = {tick.progress.seconds, peak};
    m_hasGpu = m_hasGpu || !tick.memory.gpus.empty() || peak > 0;
}

void JobTimeline::end(double seconds, bool failed)
{
    m_endedAt = std::max(seconds, m_progress.seconds);
    m_failed = failed;
    if (m_progress.tensorsDone < m_progress.tensorsTotal)
        m_enteredAt[static_cast<std::size_t>(Phase::Save)].reset(); // left, not entered
}

/// Phases already entered lie where they began; the present one ends where the time left says; the rest as planned.
std::array<JobTimeline::Stretch, kPhaseCount> JobTimeline::stretches() const
{
    std::array<Stretch, kPhaseCount> stretches;
    int present = 0;
    for (int phase = 0; phase < kPhaseCount; ++phase)
        if (entered(phase))
            present = phase;
    double plannedAfter = 0;
    if (m_plan)
        for (int phase = present + 1; phase < kPhaseCount; ++phase)
            plannedAfter += m_plan->phases[static_cast<std::size_t>(phase)].seconds;
    double at = 0;
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        const auto i = static_cast<std::size_t>(phase);
        const double planned = m_plan ? m_plan->phases[i].seconds : 0;
        Stretch &stretch = stretches[i];
        stretch.from = m_enteredAt[i].value_or(at);
        stretch.to = stretch.from + planned;
        if (phase < present)
            stretch.to = m_enteredAt[i + 1].value_or(stretch.to);
        else if (phase == present && m_progress.secondsLeft >= 0)
            stretch.to = m_progress.seconds + std::max(0.0, m_progress.secondsLeft - plannedAfter);
        if (phase == present)
            stretch.to = m_endedAt ? endSeconds() : std::max(stretch.to, m_progress.seconds);
        at = stretch.to;
    }
    return stretches;
}

double JobTimeline::endSeconds() const
{
    if (m_endedAt)
        return std::max(*m_endedAt * 1.15, 0.1); // a little room behind the line where it stopped
    return std::max(stretches().back().to, 0.1);
}

std::vector<PredictedStep> JobTimeline::predictedSteps(std::uint64_t PhasePlan::*peak) const
{
    std::vector<PredictedStep> steps;
    if (!m_plan || m_plan->ramPeakBytes == 0)
        return steps; // nothing was predicted
    const auto times = stretches();
    for (std::size_t i = 0; i < times.size() && !(m_endedAt && !m_enteredAt[i]); ++i)
        steps.push_back({times[i].from, times[i].to, static_cast<double>(m_plan->phases[i].*peak)});
    return steps;
}

std::vector<PhaseBand> JobTimeline::bands() const
{
    std::vector<PhaseBand> bands;
    const auto times = stretches();
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        if (m_endedAt && !entered(phase))
            break; // it never came
        const Stretch &time = times[static_cast<std::size_t>(phase)];
        bands.push_back({time.from, time.to, phaseText(static_cast<Phase>(phase))});
    }
    return bands;
}

MemorySeries JobTimeline::commonSeries(const ColumnMaxima &samples, const PeakMark &peak) const
{
    MemorySeries series;
    series.samples = samples.samples();
    series.phases = bands();
    series.endSeconds = endSeconds();
    if (peak.bytes > 0)
        series.peaks = {peak};
    if (m_endedAt && m_failed) {
        series.stoppedSeconds = m_endedAt;
        series.stoppedText = Timeline::tr("stopped %1").arg(clockText(*m_endedAt));
    } else {
        series.nowSeconds = m_progress.seconds;
    }
    return series;
}

MemorySeries JobTimeline::ram() const
{
    MemorySeries series = commonSeries(m_ramSamples, m_ramPeak);
    series.predicted = predictedSteps(&PhasePlan::ramPeakBytes);
    addLimit(series, ramLimitBytes(), std::max(ramPredictedBytes(), m_ramPeak.bytes),
             m_plan && m_plan->spec.ramLimitBytes, Timeline::tr("all RAM %1"));
    return series;
}

void JobTimeline::addLimit(MemorySeries &series, double limit, double most, bool setByHand, const QString &all) const
{
    if (limit <= 0 || limit > kLimitInSight * most)
        return;
    const QString size = sizeText(static_cast<std::uint64_t>(limit));
    series.limitBytes = limit;
    series.limitHit = !series.peaks.empty() && series.peaks.front().bytes > limit;
    series.limitText = (setByHand ? Timeline::tr("limit %1") : all).arg(size);
}

MemorySeries JobTimeline::vram() const
{
    MemorySeries series = commonSeries(m_vramSamples, m_vramPeak);
    if (vramPredictedBytes() > 0) // else the work is the processor's
        series.predicted = predictedSteps(&PhasePlan::vramPeakBytes);
    addLimit(series, vramLimitBytes(), std::max(vramPredictedBytes(), m_vramPeak.bytes),
             m_plan && m_plan->spec.vramLimitBytes, Timeline::tr("all VRAM %1"));
    return series;
}

double JobTimeline::ramPredictedBytes() const { return m_plan ? static_cast<double>(m_plan->ramPeakBytes) : 0; }

double JobTimeline::vramPredictedBytes() const
{
    std::uint64_t most = 0;
    if (m_plan)
        for (const PhasePlan &phase : m_plan->phases)
            most = std::max(most, phase.vramPeakBytes);
    return static_cast<double>(most);
}

double JobTimeline::ramLimitBytes() const
{
    return static_cast<double>(m_plan ? m_plan->spec.ramLimitBytes.value_or(m_ramTotalBytes) : m_ramTotalBytes);
}

double JobTimeline::vramLimitBytes() const
{
    return static_cast<double>(m_plan ? m_plan->spec.vramLimitBytes.value_or(m_vramTotalBytes) : m_vramTotalBytes);
}

std::vector<Step> JobTimeline::steps(JobState state) const
{
    int present = -1;
    for (int phase = 0; phase < kPhaseCount; ++phase)
        if (entered(phase))
            present = phase;
    const bool ended = state == JobState::Failed || state == JobState::Cancelled;
    std::vector<Step> steps;
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        Step step;
        step.title = phaseText(static_cast<Phase>(phase));
        step.note = stepNote(phase, state);
        if (state == JobState::Succeeded || phase < present)
            step.state = StepState::Done;
        else if (phase == present && !ended)
            step.state = StepState::Now;
        else if (phase == std::max(present, 0) && state == JobState::Failed)
            step.state = StepState::Failed;
        steps.push_back(step);
    }
    return steps;
}

QString JobTimeline::stepNote(int phase, JobState state) const
{
    const Stretch time = stretches()[static_cast<std::size_t>(phase)];
    const bool ended = state == JobState::Failed || state == JobState::Cancelled;
    const bool over = state == JobState::Succeeded || (phase + 1 < kPhaseCount && entered(phase + 1));
    if (over)
        return clockText(time.to - time.from);
    if (!entered(phase))
        return ended ? Timeline::tr("not begun") : m_plan ? aboutText(time.to - time.from) : QString();
    if (ended)
        return Timeline::tr("stopped after %1").arg(clockText(m_progress.seconds - time.from));
    if (static_cast<Phase>(phase) == Phase::Quantize && m_progress.tensorsTotal > 0)
        return Timeline::tr("%1 of %2 tensors")
            .arg(countText(m_progress.tensorsDone), countText(m_progress.tensorsTotal));
    return Timeline::tr("now");
}

} // namespace snug::ui
