// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The look through the source before a long run: what it finds, when it is worth it.

#include "core/jobs/figures.h"
#include "core/jobs/sourcecheck.h"
#include "tests/jobs/smallmodel.h"

#include <QTemporaryDir>
#include <QTest>

using namespace snug;

namespace {

struct Bench
{
    QTemporaryDir folder;
    Model model;
    PreparedJob job;
    JobContext context;

    explicit Bench(const test::SmallModel &small = {})
    {
        JobSpec spec;
        spec.model = folder.filePath("in.gguf").toStdString();
        spec.output = folder.filePath("out.gguf").toStdString();
        spec.levels = {"Q4_K_M"};
        test::writeSmallModel(spec.model, small);
        model = openModel(spec.model).value();
        job = prepare(spec, model).value();
    }
    Result<std::vector<float>> check()
    {
        const auto reader = TensorReader::open(model, /*dropCache=*/false);
        return checkSource(job, chooseShape(job, 4, {}).value(), *reader, context);
    }
};

} // namespace

class TestSourceCheck : public QObject
{
    Q_OBJECT

private slots:
    void soundSourcesPass();
    void theFirstNaNIsNamed();
    void aStopIsNoError();
    void onlyLongRunsAreChecked();
};

void TestSourceCheck::soundSourcesPass()
{
    Bench bench;
    QVERIFY(bench.check().has_value());
    const LedgerFigures figures = bench.context.ledger.figures();
    QCOMPARE(figures.totalBytes[0], std::uint64_t(0));
    QVERIFY(figures.peakBytes[0] > 0);
    QVERIFY(figures.peakBytes[0] < chooseShape(bench.job, 4, {})->memoryBytes());
}

void TestSourceCheck::theFirstNaNIsNamed()
{
    test::SmallModel small;
    small.nanLayer = 1;
    Bench bench(small);
    const auto checked = bench.check();
    QVERIFY(!checked.has_value());
    QCOMPARE(checked.error().code, ErrorCode::BadInput);
    QCOMPARE(checked.error().tensor, std::string("blk.1.ffn_up.weight"));
    QVERIFY2(checked.error().message.find("NaN at row 3, column 5") != std::string::npos,
             checked.error().message.c_str());
}

void TestSourceCheck::aStopIsNoError()
{
    test::SmallModel small;
    small.nanLayer = 0;
    Bench bench(small);
    bench.context.stop.request();
    QVERIFY(bench.check().has_value());
}

void TestSourceCheck::onlyLongRunsAreChecked()
{
    Bench bench;
    Machine machine;
    machine.secondsPerWeight = [](TensorType, Importance) { return 1e-9; };
    QCOMPARE(runFigures(bench.job, machine)->checkSeconds, 0.0);
    machine.secondsPerWeight = [](TensorType, Importance) { return 1e-3; };
    const auto slow = runFigures(bench.job, machine);
    QVERIFY(slow->checkSeconds > 0 && slow->checkSeconds < slow->quantizeSeconds / 10);
    QCOMPARE(slow->seconds, slow->checkSeconds + slow->quantizeSeconds + slow->saveSeconds);
    // Where reading is what takes the time, checking first would double it.
    bench.model.sourceBytes = std::uint64_t(1) << 40;
    machine.secondsPerWeight = [](TensorType, Importance) { return 1e-9; };
    QCOMPARE(runFigures(bench.job, machine)->checkSeconds, 0.0);
}

QTEST_GUILESS_MAIN(TestSourceCheck)
#include "tst_sourcecheck.moc"
