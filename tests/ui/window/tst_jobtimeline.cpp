// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Prediction and measurement on one time axis, phase by phase, and how a job ended.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/jobtimeline.h"

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

JobTick tickAt(double seconds, double left, std::vector<JobEvent> events = {})
{
    JobTick tick;
    tick.progress.seconds = seconds;
    tick.progress.secondsLeft = left;
    tick.progress.tensorsDone = 3;
    tick.progress.tensorsTotal = 28;
    tick.memory = fakeMachine().memory;
    tick.events = std::move(events);
    return tick;
}

std::shared_ptr<const Plan> plan(std::optional<std::uint64_t> limit = std::nullopt)
{
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    spec.ramLimitBytes = limit;
    return std::make_shared<const Plan>(fakePlan(spec));
}

} // namespace

class TestJobTimeline : public QObject
{
    Q_OBJECT

private slots:
    void predictsBeforeAnythingRan();
    void stretchesToTheTimeLeft();
    void keepsPhasesWhereTheyBegan();
    void stacksLedgerAndOther();
    void marksTheTruePeak();
    void leavesOutAnEarlierPeak();
    void drawsALimitOnlyInSight();
    void followsTheCard();
    void limitsTheCardAtWork();
    void tellsSteps();
    void marksWhereItStopped();
    void clears();
};

void TestJobTimeline::predictsBeforeAnythingRan()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    QCOMPARE(timeline.endSeconds(), 130.0);
    const MemorySeries ram = timeline.ram();
    QCOMPARE(ram.predicted.size(), std::size_t(3));
    QCOMPARE(ram.predicted[1].fromSeconds, 1.0);
    QCOMPARE(ram.predicted[1].toSeconds, 121.0);
    QCOMPARE(ram.predicted[1].bytes, kGiB);
    QVERIFY(ram.samples.empty());
}

void TestJobTimeline::stretchesToTheTimeLeft()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(tickAt(50, 109, {PhaseEntered{Phase::Load, 0}, PhaseEntered{Phase::Quantize, 2}}));
    QCOMPARE(timeline.endSeconds(), 159.0); // 50 + 100 of quantizing + 9 of saving
    QCOMPARE(timeline.ram().phases[1].fromSeconds, 2.0);
    QCOMPARE(timeline.ram().phases[1].toSeconds, 150.0);
}

void TestJobTimeline::keepsPhasesWhereTheyBegan()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(
        tickAt(61, 2, {PhaseEntered{Phase::Load, 0}, PhaseEntered{Phase::Quantize, 2}, PhaseEntered{Phase::Save, 60}}));
    const MemorySeries ram = timeline.ram();
    QCOMPARE(ram.phases[0].toSeconds, 2.0);
    QCOMPARE(ram.phases[1].toSeconds, 60.0);
    QCOMPARE(ram.phases[2].toSeconds, 63.0);
}

void TestJobTimeline::stacksLedgerAndOther()
{
    JobTimeline timeline;
    JobTick tick = tickAt(1, -1);
    tick.memory.process.residentBytes = 1000;
    tick.ledger.nowBytes[std::size_t(Place::Host)][std::size_t(Component::Weights)] = 600;
    timeline.addTick(tick);
    QCOMPARE(timeline.ramNow().bytes[std::size_t(Component::Weights)], 600.0);
    QCOMPARE(timeline.ramNow().bytes[std::size_t(Component::Other)], 400.0);
    QVERIFY(timeline.seen(Component::Weights));
    QVERIFY(!timeline.seen(Component::KvCache));
    tick.memory.process.residentBytes = 500; // pages not yet touched: never below zero
    timeline.addTick(tick);
    QCOMPARE(timeline.ramNow().bytes[std::size_t(Component::Other)], 0.0);
}

void TestJobTimeline::marksTheTruePeak()
{
    JobTimeline timeline;
    JobTick tick = tickAt(1, -1);
    tick.memory.process.peakResidentBytes = 5000;
    tick.memory.process.residentBytes = 1000;
    timeline.addTick(tick);
    tick.progress.seconds = 2;
    timeline.addTick(tick);
    QCOMPARE(timeline.ramPeakBytes(), 5000.0);
    QCOMPARE(timeline.ram().peaks.size(), std::size_t(1));
    QCOMPARE(timeline.ram().peaks[0].atSeconds, 1.0);
}

void TestJobTimeline::leavesOutAnEarlierPeak()
{
    JobTimeline timeline;
    timeline.setEarlierPeak(5000);
    JobTick tick = tickAt(1, -1);
    tick.memory.process.peakResidentBytes = 5000; // not yet reset
    tick.memory.process.residentBytes = 1000;
    timeline.addTick(tick);
    QCOMPARE(timeline.ramPeakBytes(), 1000.0);
    tick.memory.process.peakResidentBytes = 1200;
    timeline.addTick(tick);
    QCOMPARE(timeline.ramPeakBytes(), 1200.0);
}

void TestJobTimeline::drawsALimitOnlyInSight()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(tickAt(1, -1));
    QVERIFY(!timeline.ram().limitBytes); // 16 GiB of RAM over a peak of 1
    QCOMPARE(timeline.ramLimitBytes(), 16 * kGiB);
    timeline.setPlan(plan(2ull << 30));
    QCOMPARE(timeline.ram().limitBytes.value_or(0), 2 * kGiB);
    QVERIFY(timeline.ram().limitText.contains("2.0 GiB"));
}

void TestJobTimeline::followsTheCard()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    JobTick tick = tickAt(1, -1);
    timeline.addTick(tick);
    QVERIFY(!timeline.hasGpu());
    // A device that no driver lists still has its bytes in the books.
    const auto device = std::size_t(Place::Device);
    tick.ledger.nowBytes[device][std::size_t(Component::Workspace)] = 500;
    tick.ledger.peakBytes[device] = 800;
    timeline.addTick(tick);
    QVERIFY(timeline.hasGpu());
    QCOMPARE(timeline.vramNow().bytes[std::size_t(Component::Workspace)], 500.0);
    QCOMPARE(timeline.vramPeakBytes(), 800.0); // between two looks
    QVERIFY(timeline.vram().predicted.empty());
    tick.memory = fakeMachine(true).memory;
    tick.memory.gpus[0].oursBytes = 900;
    timeline.addTick(tick);
    QCOMPARE(timeline.vramNow().bytes[std::size_t(Component::Other)], 400.0);
    QCOMPARE(timeline.vramPeakBytes(), 900.0);
    QCOMPARE(timeline.vram().peaks.size(), std::size_t(1));
}

void TestJobTimeline::limitsTheCardAtWork()
{
    JobTimeline timeline;
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    spec.device = "vulkan:1";
    Plan card = fakePlan(spec);
    card.phases[1].vramPeakBytes = std::uint64_t(2 * kGiB);
    timeline.setPlan(std::make_shared<const Plan>(card));
    JobTick tick = tickAt(1, -1);
    tick.memory = fakeMachine(true).memory;
    tick.memory.gpus.push_back(tick.memory.gpus[0]);
    tick.memory.gpus[1].id = "vulkan:1";
    tick.memory.gpus[1].totalBytes = std::uint64_t(4 * kGiB);
    timeline.addTick(tick);
    QCOMPARE(timeline.vramLimitBytes(), 4 * kGiB);
    QCOMPARE(timeline.vram().limitBytes.value_or(0), 4 * kGiB);
    QVERIFY(timeline.vram().limitText.contains("all VRAM"));
    QCOMPARE(timeline.vram().predicted.size(), std::size_t(3));
    card.spec.vramLimitBytes = std::uint64_t(3 * kGiB);
    timeline.setPlan(std::make_shared<const Plan>(card));
    QVERIFY(timeline.vram().limitText.contains("limit 3.0"));
    QVERIFY(!timeline.vram().limitHit);
    tick.memory.gpus[1].oursBytes = std::uint64_t(3.5 * kGiB);
    timeline.addTick(tick);
    QVERIFY(timeline.vram().limitHit);
}

void TestJobTimeline::tellsSteps()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(tickAt(5, 100, {PhaseEntered{Phase::Load, 0}, PhaseEntered{Phase::Quantize, 2}}));
    auto steps = timeline.steps(JobState::Running);
    QCOMPARE(steps.size(), std::size_t(3));
    QCOMPARE(steps[0].state, StepState::Done);
    QCOMPARE(steps[0].note, QString("0:02"));
    QCOMPARE(steps[1].state, StepState::Now);
    QCOMPARE(steps[1].note, QString("3 of 28 tensors"));
    QCOMPARE(steps[2].state, StepState::ToCome);
    steps = timeline.steps(JobState::Failed);
    QCOMPARE(steps[1].state, StepState::Failed);
    QCOMPARE(steps[2].note, QString("not begun"));
    QCOMPARE(timeline.steps(JobState::Succeeded)[2].state, StepState::Done);
}

void TestJobTimeline::marksWhereItStopped()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(tickAt(5, 100, {PhaseEntered{Phase::Load, 0}, PhaseEntered{Phase::Quantize, 2}}));
    timeline.end(6, /*failed=*/true);
    const MemorySeries ram = timeline.ram();
    QCOMPARE(ram.stoppedSeconds.value_or(0), 6.0);
    QVERIFY(!ram.nowSeconds);
    QVERIFY(ram.endSeconds >= 6 && ram.endSeconds < 8);
    QVERIFY(ram.stoppedText.contains("0:06"));
    QCOMPARE(ram.phases.size(), std::size_t(2)); // saving never came
    timeline.end(6, /*failed=*/false);           // cancelled: nothing went wrong
    QVERIFY(!timeline.ram().stoppedSeconds);
}

void TestJobTimeline::clears()
{
    JobTimeline timeline;
    timeline.setPlan(plan());
    timeline.addTick(tickAt(5, 100));
    timeline.clear();
    QVERIFY(timeline.ram().samples.empty());
    QCOMPARE(timeline.ramPredictedBytes(), 0.0);
}

SNUG_UI_TEST_MAIN(TestJobTimeline)
#include "tst_jobtimeline.moc"
