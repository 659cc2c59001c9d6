// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices of the sample: the same bytes whatever the memory and threads, and after an interruption.

#include "core/calib/importancefile.h"
#include "core/jobs/measure/imatrix.h"
#include "core/jobs/run.h"
#include "tests/support/shareddata.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <fstream>
#include <thread>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TstMakeImatrix : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void sameBytesWhateverTheThreads()
    {
        ImatrixSpec spec = specFor("one.gguf");
        spec.threads = 1;
        QVERIFY(made(spec).outcome == Outcome::Succeeded);
        spec.output = pathOf("three.gguf");
        spec.threads = 3;
        QVERIFY(made(spec).outcome == Outcome::Succeeded);
        QVERIFY(!bytesOf("one.gguf").isEmpty());
        QCOMPARE(bytesOf("three.gguf"), bytesOf("one.gguf"));
    }

    void goesOnWhereItWasStopped()
    {
        ImatrixSpec spec = specFor("whole.gguf");
        const ImatrixReport whole = made(spec);
        QVERIFY2(whole.outcome == Outcome::Succeeded, whole.error ? whole.error->message.c_str() : "");
        spec.output = pathOf("stopped.gguf");
        ImatrixReport stopped;
        for (int attempt = 0; attempt < 5 && stopped.outcome != Outcome::Cancelled; ++attempt) // it may be faster
            stopped = stoppedAfterOneGroup(spec);
        QCOMPARE(stopped.outcome, Outcome::Cancelled);
        QVERIFY(stopped.windows > 0);
        QVERIFY(!fs::exists(spec.output));
        QVERIFY(fs::exists(importanceResumePath(spec.output)));

        ImatrixSpec other = spec;
        other.length = 64;
        const ImatrixReport refused = made(other);
        QVERIFY(refused.error);

        const ImatrixReport rest = made(spec);
        QVERIFY2(rest.outcome == Outcome::Succeeded, rest.error ? rest.error->message.c_str() : "");
        QCOMPARE(rest.resumedWindows, stopped.windows);
        QCOMPARE(bytesOf("stopped.gguf"), bytesOf("whole.gguf"));
        QVERIFY(!fs::exists(importanceResumePath(spec.output)));
    }

    void aLevelTakesIt()
    {
        QVERIFY(made(specFor("matrix.gguf")).outcome == Outcome::Succeeded);
        JobSpec job;
        job.model = sourcePath("resources/sample").string();
        job.method = "gguf";
        job.levels = {"Q2_K"};
        job.imatrix = pathOf("matrix.gguf");
        job.output = pathOf("weighted.gguf");
        job.device = "cpu";
        JobContext context;
        const JobReport report = run(job, context);
        QVERIFY2(!report.error, report.error ? report.error->message.c_str() : "");
    }

    void tellsBeforehandWhatItTakes()
    {
        ImatrixSpec spec = specFor("looked.gguf");
        const auto fresh = lookAtImatrix(spec);
        QVERIFY2(fresh, fresh ? "" : fresh.error().message.c_str());
        QCOMPARE(fresh->windows, kWindows);
        QVERIFY(fresh->ramBytes > 0);
        QVERIFY(!fresh->outputExists && !fresh->foreignResume && fresh->resumedWindows == 0);
        QVERIFY(!fs::exists(spec.output)); // nothing is written
        ImatrixReport stopped;
        for (int attempt = 0; attempt < 5 && stopped.outcome != Outcome::Cancelled; ++attempt) // it may be faster
            stopped = stoppedAfterOneGroup(spec);
        QCOMPARE(stopped.outcome, Outcome::Cancelled);
        QCOMPARE(lookAtImatrix(spec)->resumedWindows, stopped.windows);
        ImatrixSpec other = spec;
        other.length = 64;
        QVERIFY(lookAtImatrix(other)->foreignResume);
        other.restart = true;
        QCOMPARE(made(other).outcome, Outcome::Succeeded);
        QVERIFY(lookAtImatrix(other)->outputExists);
        spec.text.clear();
        QCOMPARE(lookAtImatrix(spec)->windows, std::uint64_t(0));
    }

    void saysAtOnceWhatWillNotDo_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("said");
        QTest::newRow("short text") << "short.txt"
                                    << "never.gguf"
                                    << "short.txt";
        QTest::newRow("no text") << "missing.txt"
                                 << "never.gguf"
                                 << "missing.txt";
        QTest::newRow("a file for a folder") << "heldout"
                                             << "short.txt/never.gguf"
                                             << "is not a folder";
    }
    void saysAtOnceWhatWillNotDo()
    {
        QFETCH(QString, text);
        QFETCH(QString, output);
        QFETCH(QString, said);
        std::ofstream(pathOf("short.txt")) << "Once upon a time.";
        ImatrixSpec spec = specFor(output.toStdString());
        if (text != "heldout")
            spec.text = pathOf(text.toStdString());
        const auto looked = lookAtImatrix(spec);
        QVERIFY(!looked);
        QVERIFY2(looked.error().message.find(said.toStdString()) != std::string::npos, looked.error().message.c_str());
        const ImatrixReport report = made(spec);
        QVERIFY(report.error);
        QCOMPARE(report.error->message, looked.error().message);
        QCOMPARE(report.windows, std::uint64_t(0));
    }

    void doesNotReplaceUnasked()
    {
        ImatrixSpec spec = specFor("there.gguf");
        std::ofstream(spec.output) << "mine";
        const ImatrixReport refused = made(spec);
        QVERIFY(refused.error);
        QVERIFY(refused.error->message.find("--overwrite") != std::string::npos);
        QCOMPARE(bytesOf("there.gguf"), QByteArray("mine"));
    }

    void twoAreAddedUp()
    {
        ImatrixSpec spec = specFor("a.gguf");
        QVERIFY(made(spec).outcome == Outcome::Succeeded);
        const auto merged = mergeImatrices({pathOf("a.gguf"), pathOf("a.gguf")}, pathOf("sum.gguf"), false);
        QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
        QCOMPARE(merged->windows, 2 * kWindows);
    }

private:
    static constexpr std::uint64_t kWindows = 40;

    std::string pathOf(const std::string &name) const
    {
        return (fs::path(m_folder.path().toStdString()) / name).string();
    }
    QByteArray bytesOf(const std::string &name) const
    {
        QFile file(QString::fromStdString(pathOf(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    ImatrixSpec specFor(const std::string &output) const
    {
        ImatrixSpec spec;
        spec.model = sourcePath("resources/sample").string();
        spec.text = sourcePath("resources/sample/heldout.txt").string();
        spec.output = pathOf(output);
        spec.length = 256;
        spec.samples = kWindows;
        spec.threads = 2;
        return spec;
    }
    static ImatrixReport stoppedAfterOneGroup(const ImatrixSpec &spec)
    {
        fs::remove(spec.output); // of an attempt that was faster than the stop
        MeasureContext context;
        std::thread stopper([&] {
            while (context.snapshot().partsDone == 0 && context.snapshot().phase != MeasurePhase::Done)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            context.stop.request();
        });
        const ImatrixReport report = makeImatrix(spec, context);
        stopper.join();
        return report;
    }
    static ImatrixReport made(const ImatrixSpec &spec)
    {
        MeasureContext context;
        return makeImatrix(spec, context);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TstMakeImatrix)
#include "tst_makeimatrix.moc"
