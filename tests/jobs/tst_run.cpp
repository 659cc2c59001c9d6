// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Running: outputs whole or not at all, stop and pause, limits, and every way a job can go wrong.

#include "core/jobs/run.h"
#include "tests/jobs/smallmodel.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

using namespace snug;

namespace {

struct Bench
{
    QTemporaryDir folder;
    JobSpec spec;

    explicit Bench(const test::SmallModel &model = {})
    {
        test::writeSmallModel(path("in.gguf"), model);
        spec.model = path("in.gguf");
        spec.levels = {"Q4_K_M"};
        spec.output = path("out.gguf");
        spec.threads = 2;
    }
    std::string path(const char *name) const { return folder.filePath(name).toStdString(); }
    /// Everything in the folder but the input.
    QStringList left() const
    {
        QStringList names = QDir(folder.path()).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot);
        names.removeAll("in.gguf");
        return names;
    }
};

JobReport runOnce(const JobSpec &spec)
{
    JobContext context;
    return run(spec, context);
}

} // namespace

class TestRun : public QObject
{
    Q_OBJECT

private slots:
    void reportsWhatItDid();
    void nanIsNamedWithTensorAndPlace();
    void tooLargeForTheScaleIsSaid();
    void anExistingOutputIsKept();
    void theInputIsNeverWrittenOver();
    void aPipeIsNotReplaced();
    void aFolderThatCannotBeWritten();
    void aFileThatMayNotGrow();
    void aStopLeavesNothing();
    void aPauseHoldsAndGoesOn();
    void theLimitHolds();
    void twoAtOnceDoNotMix();
};

void TestRun::reportsWhatItDid()
{
    Bench bench;
    JobContext context;
    const JobReport report = run(bench.spec, context);
    QCOMPARE(report.outcome, Outcome::Succeeded);
    QCOMPARE(bench.left(), QStringList{"out.gguf"});
    QVERIFY(report.peaks.ledgerBytes > 0);
    QVERIFY(report.peaks.ramMeasuredBytes > 0);
    QCOMPARE(context.ledger.figures().totalBytes[0], std::uint64_t(0));
    const ProgressSnapshot last = context.progress.snapshot();
    QCOMPARE(last.weightsDone, last.weightsTotal);
    QCOMPARE(last.fraction, 1.0);
    int finished = 0, phases = 0;
    for (const JobEvent &event : context.events.drain()) {
        finished += std::holds_alternative<TensorFinished>(event);
        phases += std::holds_alternative<PhaseEntered>(event);
    }
    QCOMPARE(std::size_t(finished), report.tensors.size());
    QCOMPARE(phases, kPhaseCount);
    for (const TensorReport &tensor : report.tensors) {
        const bool quantized = tensorTypeInfo(*tensor.toType).quantized;
        QVERIFY2(quantized ? tensor.relativeError > 1e-4 && tensor.relativeError < 0.2 : tensor.relativeError == 0,
                 tensor.name.c_str());
    }
}

void TestRun::nanIsNamedWithTensorAndPlace()
{
    test::SmallModel model;
    model.nanLayer = 1;
    Bench bench(model);
    const JobReport report = runOnce(bench.spec);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::BadInput);
    QCOMPARE(report.error->tensor, std::string("blk.1.ffn_up.weight"));
    QVERIFY2(report.error->message.find("NaN at row 3, column 5") != std::string::npos, report.error->message.c_str());
    QVERIFY(bench.left().isEmpty());
}

void TestRun::tooLargeForTheScaleIsSaid()
{
    test::SmallModel model;
    model.hugeValue = 1e30f;
    Bench bench(model);
    const JobReport report = runOnce(bench.spec);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->tensor, std::string("blk.0.ffn_up.weight"));
    QVERIFY(bench.left().isEmpty());
}

void TestRun::anExistingOutputIsKept()
{
    Bench bench;
    QFile existing(QString::fromStdString(bench.spec.output));
    QVERIFY(existing.open(QIODevice::WriteOnly) && existing.write("mine") == 4);
    existing.close();
    QCOMPARE(runOnce(bench.spec).error->code, ErrorCode::Usage);
    QVERIFY(existing.open(QIODevice::ReadOnly));
    QCOMPARE(existing.readAll(), QByteArray("mine"));
    bench.spec.overwrite = true;
    QCOMPARE(runOnce(bench.spec).outcome, Outcome::Succeeded);
    QVERIFY(QFileInfo(existing.fileName()).size() > 1000);
}

void TestRun::theInputIsNeverWrittenOver()
{
    Bench bench;
    bench.spec.overwrite = true;
    const auto before = QFileInfo(QString::fromStdString(bench.spec.model)).size();
    QVERIFY(QFile::link("in.gguf", QString::fromStdString(bench.path("link.gguf"))));
    for (const char *name : {"in.gguf", "link.gguf", "./in.gguf"}) {
        bench.spec.output = bench.path(name);
        const JobReport report = runOnce(bench.spec);
        QCOMPARE(report.error->code, ErrorCode::Usage);
    }
    QCOMPARE(QFileInfo(QString::fromStdString(bench.spec.model)).size(), before);
}

void TestRun::aPipeIsNotReplaced()
{
    Bench bench;
    bench.spec.overwrite = true;
    QCOMPARE(::mkfifo(bench.spec.output.c_str(), 0600), 0);
    QCOMPARE(runOnce(bench.spec).error->code, ErrorCode::Usage);
    QVERIFY(std::filesystem::is_fifo(bench.spec.output));
    QCOMPARE(bench.left(), QStringList());
    QVERIFY(!std::filesystem::exists(bench.spec.output + ".part"));
}

void TestRun::aFolderThatCannotBeWritten()
{
    Bench bench;
    // A file stands where a folder is needed: also true for root, whom permissions do not stop.
    bench.spec.output = bench.path("in.gguf/out.gguf");
    const JobReport report = runOnce(bench.spec);
    QCOMPARE(report.outcome, Outcome::Failed);
    QVERIFY(report.error->code == ErrorCode::Io || report.error->code == ErrorCode::Usage);
    QVERIFY(bench.left().isEmpty());
}

void TestRun::aFileThatMayNotGrow()
{
    Bench bench;
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 64 * 1024;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const JobReport report = runOnce(bench.spec);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::Io);
    QVERIFY(bench.left().isEmpty());
}

void TestRun::aStopLeavesNothing()
{
    test::SmallModel model;
    model.layers = 24;
    Bench bench(model);
    bench.spec.levels = {"Q4_K_M", "Q2_K"};
    bench.spec.output = bench.path("out/");
    JobContext context;
    std::thread stopper([&] {
        while (context.progress.snapshot().weightsDone == 0)
            std::this_thread::yield();
        context.stop.request();
    });
    const JobReport report = run(bench.spec, context);
    stopper.join();
    QCOMPARE(report.outcome, Outcome::Cancelled);
    QVERIFY(!report.error);
    QVERIFY(context.progress.snapshot().weightsDone < context.progress.snapshot().weightsTotal);
    QVERIFY(QDir(QString::fromStdString(bench.spec.output)).entryList(QDir::Files).isEmpty());
    QCOMPARE(context.ledger.figures().totalBytes[0], std::uint64_t(0));
}

void TestRun::aPauseHoldsAndGoesOn()
{
    test::SmallModel model;
    model.layers = 24;
    Bench bench(model);
    JobContext context;
    std::uint64_t during = 0, later = 0;
    std::thread pauser([&] {
        while (context.progress.snapshot().weightsDone == 0)
            std::this_thread::yield();
        context.pause.pause();
        while (!context.progress.snapshot().paused)
            std::this_thread::yield();
        // Slices already worked may still be written; then nothing moves.
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        during = context.progress.snapshot().weightsDone;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        later = context.progress.snapshot().weightsDone;
        context.pause.resume();
    });
    const JobReport report = run(bench.spec, context);
    pauser.join();
    QCOMPARE(report.outcome, Outcome::Succeeded);
    QCOMPARE(later, during);
    QVERIFY(during < context.progress.snapshot().weightsTotal);
}

void TestRun::theLimitHolds()
{
    Bench bench;
    JobContext context;
    const ProcessMemory now = readProcessMemory();
    bench.spec.threads = 8;
    bench.spec.ramLimitBytes = now.residentBytes + (14ull << 20);
    const JobReport report = run(bench.spec, context);
    QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "");
    QVERIFY(report.peaks.ledgerBytes < (4ull << 20));
    QVERIFY(report.peaks.ramPredictedBytes <= *bench.spec.ramLimitBytes);
    bench.spec.ramLimitBytes = 1 << 20;
    bench.spec.overwrite = true;
    const JobReport refused = runOnce(bench.spec);
    QCOMPARE(refused.error->code, ErrorCode::DoesNotFit);
}

void TestRun::twoAtOnceDoNotMix()
{
    Bench bench;
    bench.spec.overwrite = true;
    const JobReport alone = runOnce(bench.spec);
    JobReport first, second;
    std::thread other([&] { first = runOnce(bench.spec); });
    second = runOnce(bench.spec);
    other.join();
    QVERIFY(first.outcome == Outcome::Succeeded || second.outcome == Outcome::Succeeded);
    for (const JobReport *report : {&first, &second}) {
        if (report->outcome == Outcome::Succeeded)
            QCOMPARE(report->outputs[0].sha256, alone.outputs[0].sha256);
        else
            QVERIFY(!report->error->message.empty());
    }
    QCOMPARE(bench.left(), QStringList{"out.gguf"});
}

QTEST_GUILESS_MAIN(TestRun)
#include "tst_run.moc"
