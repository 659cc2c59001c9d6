// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Jobs on a device that misbehaves in every way a test can think of: the bytes stay the processor's, or one sentence
// says why not.

#include "core/base/log.h"
#include "tests/jobs/devicebench.h"

#include <cmath>
#include <thread>

using namespace snug;
using test::Bend;

namespace {

constexpr std::uint64_t kHidden = 512;

std::vector<float> importanceOf(std::uint64_t count)
{
    std::vector<float> values(count);
    for (std::uint64_t i = 0; i < count; ++i)
        values[i] = 0.25F * static_cast<float>((i * 37 + i / kHidden * 11) % 101);
    return values;
}

test::SmallModel expertModel()
{
    test::SmallModel model;
    model.layers = 1;
    model.hidden = kHidden;
    model.feedForward = 6;
    model.vocabulary = 8;
    model.experts = 3;
    return model;
}

std::vector<test::SmallEntry> expertMatrix()
{
    std::vector<test::SmallEntry> entries{{"blk.0.ffn_up_exps.weight", importanceOf(kHidden * 3), 3}};
    for (const char *name : {"attn_k", "attn_output", "attn_q", "attn_v", "ffn_up"})
        entries.push_back({std::string("blk.0.") + name + ".weight", importanceOf(kHidden)});
    return entries;
}

using Bench = test::DeviceBench;
using test::leavesNothing;
using test::says;

} // namespace

class TestDeviceRun : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { log::configure(log::Level::Off); } // what fails here is meant to
    void bytesAreTheProcessors();
    void flaggedBlocksAreDoneAgain();
    void importanceGoesByRowAndExpert_data();
    void importanceGoesByRowAndExpert();
    void errorsOfExtremeWeights_data();
    void errorsOfExtremeWeights();
    void aLossIsToldOnce();
    void anyCallMayFail_data();
    void anyCallMayFail();
    void aTypeItLacksIsDoneHere();
    void lastBitsAreTold();
    void badWeightsAreTheSameError();
    void aDriverThatLiesGetsLess();
    void aCardWithoutMemoryIsGivenUp();
    void buffersTooSmallAreTold();
    void theLimitHolds();
    void predictionIsWhatIsTaken();
    void stopLeavesNothing();
    void pauseGivesMemoryBack();
    void cleanup();
};

void TestDeviceRun::cleanup() { QCOMPARE(test::bentLeft(), 0); }

void TestDeviceRun::bytesAreTheProcessors()
{
    const Bench bench({}, {"Q4_K_M", "Q5_0", "F16", "IQ3_S", "TQ2_0"});
    const JobReport report = bench.onDevice({});
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("vulkan:0"));
    QCOMPARE(report.deviceName, std::string("Test Card"));
    QCOMPARE(report.redoneBlocks, 0u);
    QVERIFY(report.peaks.vramMeasuredBytes > 0);
}

void TestDeviceRun::flaggedBlocksAreDoneAgain()
{
    const Bench bench;
    const JobReport expected = bench.onProcessor();
    Bend bend;
    bend.flagsAll = true;
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, expected);
    std::uint64_t blocks = 0;
    for (const TensorReport &tensor : report.tensors)
        if (!tensor.copied)
            blocks += tensor.sizeBytes / tensorTypeInfo(*tensor.toType).blockBytes;
    QCOMPARE(report.redoneBlocks, blocks);
    for (std::size_t i = 0; i < report.tensors.size(); ++i)
        QVERIFY(std::abs(report.tensors[i].relativeError - expected.tensors[i].relativeError) < 1e-6);
    const JobReport trusted = bench.onDevice({});
    for (std::size_t i = 0; i < trusted.tensors.size(); ++i) // sums of 256 in single precision
        QVERIFY(std::abs(trusted.tensors[i].relativeError - expected.tensors[i].relativeError) < 1e-5);
}

void TestDeviceRun::importanceGoesByRowAndExpert_data()
{
    QTest::addColumn<bool>("flagsAll");
    QTest::addColumn<int>("sliceWeights");
    for (const bool flagsAll : {false, true})
        for (const int sliceWeights : {512, 1024, 1536, 16384})
            QTest::addRow("%d weights%s", sliceWeights, flagsAll ? ", all again" : "") << flagsAll << sliceWeights;
}

void TestDeviceRun::importanceGoesByRowAndExpert()
{
    QFETCH(bool, flagsAll);
    QFETCH(int, sliceWeights);
    Bench bench(expertModel(), {"Q4_0", "Q5_1", "Q4_K_S", "Q8_0"});
    test::writeSmallMatrix(bench.path("m.gguf"), expertMatrix());
    bench.spec.imatrix = bench.path("m.gguf");
    bench.spec.pure = true;
    bench.sliceWeights = static_cast<std::uint64_t>(sliceWeights);
    Bend bend;
    bend.flagsAll = flagsAll;
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("vulkan:0"));
}

/// Squares of these leave single precision; the figures must not.
void TestDeviceRun::errorsOfExtremeWeights_data()
{
    QTest::addColumn<float>("scale");
    for (const float scale : {1e-30F, 1e-20F, 1e-12F, 1e25F, 3e38F})
        QTest::addRow("%g", static_cast<double>(scale)) << scale;
}

void TestDeviceRun::errorsOfExtremeWeights()
{
    QFETCH(float, scale);
    test::SmallModel model;
    model.scale = scale;
    const Bench bench(model, {"BF16"});
    const JobReport expected = bench.onProcessor();
    const JobReport report = bench.onDevice({});
    MUST_EQUAL(report, expected);
    QCOMPARE(report.device, std::string("vulkan:0"));
    for (std::size_t i = 0; i < report.tensors.size(); ++i) {
        QVERIFY(std::isfinite(report.tensors[i].relativeError));
        QVERIFY2(std::abs(report.tensors[i].relativeError - expected.tensors[i].relativeError) <= 1e-5,
                 report.tensors[i].name.c_str());
    }
}

void TestDeviceRun::aLossIsToldOnce()
{
    const Bench bench;
    for (const int failAt : {4, 60, 200}) {
        Bend bend;
        bend.failAt = failAt;
        bend.failStatus = SNUG_DEVICE_LOST;
        const JobReport report = bench.onDevice(bend);
        QCOMPARE(
            std::ranges::count_if(report.notes, [](const std::string &note) { return note.starts_with("Test Card"); }),
            std::ptrdiff_t(1));
    }
}

void TestDeviceRun::anyCallMayFail_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("out of memory") << int(SNUG_OUT_OF_MEMORY);
    QTest::newRow("device lost") << int(SNUG_DEVICE_LOST);
    QTest::newRow("anything else") << int(SNUG_FAILED);
}

void TestDeviceRun::anyCallMayFail()
{
    QFETCH(int, status);
    test::SmallModel model;
    model.layers = 1;
    model.vocabulary = 32;
    model.feedForward = 256;
    Bench bench(model, {"Q4_0"});
    bench.sliceWeights = 64 * 1024;
    bench.spec.threads = 1;
    const JobReport expected = bench.onProcessor();
    MUST_EQUAL(bench.onDevice({}), expected);
    const int calls = test::bentCalls();
    QVERIFY(calls > 50);
    for (int failAt = 1; failAt <= calls; ++failAt) {
        Bend bend;
        bend.failAt = failAt;
        bend.failStatus = status;
        const JobReport report = bench.onDevice(bend);
        MUST_EQUAL(report, expected);
        QCOMPARE(test::bentLeft(), 0);
        // Memory that was short at opening is made do without; whatever is done elsewhere is told.
        if (status != SNUG_OUT_OF_MEMORY || report.device == "cpu")
            QVERIFY2(says(report, "the test made this fail"), QByteArray::number(failAt));
    }
}

void TestDeviceRun::aTypeItLacksIsDoneHere()
{
    const Bench bench;
    Bend bend;
    bend.lackingTypes = {static_cast<std::uint32_t>(TensorType::Q6_K)};
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, bench.onProcessor());
    QVERIFY(says(report, "cannot make Q6_K"));
    QVERIFY(!says(report, "cannot make Q4_K"));
    QCOMPARE(report.device, std::string("vulkan:0"));
}

void TestDeviceRun::lastBitsAreTold()
{
    const Bench bench({}, {"Q8_0"});
    Bend bend;
    bend.support = SNUG_LAST_BITS;
    QVERIFY(says(bench.onDevice(bend), "may differ in the last bit"));
}

void TestDeviceRun::badWeightsAreTheSameError()
{
    test::SmallModel model;
    model.nanLayer = 1;
    const Bench nan(model);
    const JobReport expected = nan.onProcessor();
    QVERIFY(expected.error.has_value());
    const JobReport found = nan.onDevice({});
    QVERIFY(found.error.has_value());
    QCOMPARE(found.error->message, expected.error->message);
    QVERIFY(leavesNothing(nan));

    model.nanLayer = -1;
    model.hugeValue = 3e7F; // beyond the half that Q8_0's scale is
    const Bench huge(model, {"Q8_0"});
    const JobReport large = huge.onDevice({});
    QVERIFY(large.error.has_value());
    QCOMPARE(large.error->code, ErrorCode::BadInput);
    QVERIFY(large.error->message.find("too large for Q8_0") != std::string::npos);
    QVERIFY(leavesNothing(huge));
}

void TestDeviceRun::aDriverThatLiesGetsLess()
{
    Bench bench;
    bench.sliceWeights = 0;
    const JobReport expected = bench.onProcessor();
    const JobReport free = bench.onDevice({});
    Bend bend;
    bend.devices.front().thereBytes = free.peaks.vramMeasuredBytes / 8;
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, expected);
    QCOMPARE(report.device, std::string("vulkan:0"));
    QVERIFY(report.notes.size() == free.notes.size());
}

void TestDeviceRun::aCardWithoutMemoryIsGivenUp()
{
    const Bench bench;
    Bend bend;
    bend.devices.front().thereBytes = 4096;
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("cpu"));
    QVERIFY(says(report, "there is no more memory on the card"));
}

void TestDeviceRun::buffersTooSmallAreTold()
{
    const Bench bench;
    Bend bend;
    bend.devices.front().largestBufferBytes = 4096;
    const JobReport report = bench.onDevice(bend);
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("cpu"));
    QVERIFY(says(report, "longer than the buffers of Test Card"));
    const Bench copies({}, {"COPY"});
    QVERIFY(says(copies.onDevice({}), "nothing in this job that Test Card"));
}

void TestDeviceRun::theLimitHolds()
{
    Bench bench;
    bench.sliceWeights = 0;
    bench.spec.vramLimitBytes = 1 << 20;
    const JobReport report = bench.onDevice({});
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("vulkan:0"));
    QVERIFY(report.peaks.vramMeasuredBytes <= 1u << 20);
    bench.spec.vramLimitBytes = 4096;
    const JobReport refused = bench.onDevice({});
    QVERIFY(refused.error.has_value());
    QCOMPARE(refused.error->code, ErrorCode::DoesNotFit);
    QVERIFY(refused.error->message.find("4.00 KiB") != std::string::npos);
}

void TestDeviceRun::predictionIsWhatIsTaken()
{
    Bench bench;
    bench.sliceWeights = 0;
    const SnugBackend *const tables[] = {&cpuBackend(), &test::bentBackend({})};
    const Backends backends{tables};
    Machine machine = currentMachine();
    machine.backends = [&] { return &backends; };
    const auto planned = plan(bench.spec, machine);
    QVERIFY(planned.has_value());
    QCOMPARE(planned->device, std::string("vulkan:0"));
    QVERIFY(planned->vramPeakBytes > 0);
    const JobReport report = bench.onDevice({});
    QCOMPARE(report.peaks.vramPredictedBytes, planned->vramPeakBytes);
    QCOMPARE(report.peaks.vramMeasuredBytes, planned->vramPeakBytes);
}

void TestDeviceRun::stopLeavesNothing()
{
    const Bench bench;
    Bend bend;
    bend.slowMilliseconds = 20;
    const SnugBackend *const tables[] = {&cpuBackend(), &test::bentBackend(bend)};
    const Backends backends{tables};
    JobContext context;
    context.backends = &backends;
    context.sliceWeights = bench.sliceWeights;
    JobReport report;
    std::thread job([&] { report = run(bench.spec, context); });
    while (context.progress.snapshot().device.empty())
        std::this_thread::yield();
    context.stop.request();
    job.join();
    QCOMPARE(report.outcome, Outcome::Cancelled);
    QVERIFY(leavesNothing(bench));
}

void TestDeviceRun::pauseGivesMemoryBack()
{
    const Bench bench;
    const JobReport expected = bench.onProcessor();
    Bend bend;
    bend.slowMilliseconds = 5;
    const SnugBackend *const tables[] = {&cpuBackend(), &test::bentBackend(bend)};
    const Backends backends{tables};
    JobContext context;
    context.backends = &backends;
    context.sliceWeights = bench.sliceWeights;
    const auto held = [&] { return context.ledger.figures().totalBytes[static_cast<std::size_t>(Place::Device)]; };
    JobReport report;
    std::thread job([&] { report = run(bench.spec, context); });
    while (context.progress.snapshot().weightsDone == 0)
        std::this_thread::yield();
    context.pause.pause();
    const bool given = QTest::qWaitFor([&] { return held() == 0; });
    const auto doneAtPause = context.progress.snapshot().weightsDone;
    context.pause.resume();
    const bool taken = QTest::qWaitFor([&] { return held() > 0; });
    job.join();
    QVERIFY(given && taken);
    QVERIFY(doneAtPause < context.progress.snapshot().weightsTotal);
    MUST_EQUAL(report, expected);
}

QTEST_GUILESS_MAIN(TestDeviceRun)
#include "tst_devicerun.moc"
