// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices of the sample: the same bytes whatever the memory and threads, and after an interruption.

#include "core/base/outputlock.h"
#include "core/calib/importancefile.h"
#include "core/jobs/measure/evaluate.h"
#include "core/jobs/measure/imatrix.h"
#include "core/jobs/run.h"
#include "tests/support/shareddata.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
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
        job.imatrix.clear();
        job.output = pathOf("plain.gguf");
        const JobReport plain = run(job, context);
        QVERIFY2(!plain.error, plain.error ? plain.error->message.c_str() : "");

        const auto weighted = openModel(pathOf("weighted.gguf")), without = openModel(pathOf("plain.gguf"));
        QVERIFY(weighted && without);
        QCOMPARE(weighted->metadata.stringAt("quantize.imatrix.file").value_or("none"), pathOf("matrix.gguf"));
        QCOMPARE(without->metadata.stringAt("quantize.imatrix.file").value_or("none"), std::string("none"));
        const QByteArray withMatrix = weightsOf(*weighted, "blk.0.ffn_up.weight");
        QVERIFY(!withMatrix.isEmpty());
        QVERIFY(withMatrix != weightsOf(*without, "blk.0.ffn_up.weight"));
        QVERIFY(divergenceOf("weighted.gguf") < divergenceOf("plain.gguf"));
    }

    void inputsAreKept_data()
    {
        QTest::addColumn<QString>("output");
        for (const char *name : {"text.txt", "hard.txt", "soft.txt", "text", "sample/model.safetensors",
                                 "sample/config.json", "sample/../sample/model.safetensors", "notes.md"})
            QTest::newRow(name) << name;
    }
    void inputsAreKept()
    {
        QFETCH(QString, output);
        const fs::path folder = pathOf("inputs");
        fs::remove_all(folder);
        fs::create_directory(folder);
        fs::copy(sourcePath("resources/sample"), folder / "sample");
        fs::copy_file(sourcePath("resources/sample/heldout.txt"), folder / "text.txt");
        fs::create_hard_link(folder / "text.txt", folder / "hard.txt");
        fs::create_symlink("text.txt", folder / "soft.txt");
        fs::copy_file(folder / "text.txt", folder / "text.resume");
        std::ofstream(folder / "notes.md") << "mine";
        ImatrixSpec spec = specFor("inputs/" + output.toStdString());
        spec.model = (folder / "sample").string();
        spec.text = (folder / (output == "text" ? "text.resume" : "text.txt")).string();
        spec.overwrite = spec.restart = true;
        const QByteArray before = bytesOf("inputs/" + output.toStdString()), text = bytesOf("inputs/text.resume");
        const ImatrixReport report = made(spec);
        QVERIFY(report.error);
        QCOMPARE(report.error->code, ErrorCode::Usage);
        QVERIFY2(report.error->message.find("Take another name.") != std::string::npos, report.error->message.c_str());
        QCOMPARE(lookAtImatrix(spec).error().message, report.error->message);
        QCOMPARE(bytesOf("inputs/" + output.toStdString()), before);
        QCOMPARE(bytesOf("inputs/text.resume"), text);
        QVERIFY(!fs::exists(spec.output + ".lock"));
    }

    void oneRunAtATime()
    {
        const ImatrixSpec spec = specFor("two.gguf");
        {
            const auto other = OutputLock::take(spec.output);
            QVERIFY(other);
            const ImatrixReport refused = made(spec);
            QVERIFY(refused.error && refused.windows == 0);
            QVERIFY2(refused.error->message.find("is being written by another") != std::string::npos,
                     refused.error->message.c_str());
        }
        QCOMPARE(made(spec).outcome, Outcome::Succeeded);
        QVERIFY(!fs::exists(spec.output + ".lock"));
    }

    void aDamagedRestBeginsAnew()
    {
        ImatrixSpec spec = specFor("torn.gguf");
        std::ofstream(importanceResumePath(spec.output)) << "GGUF";
        const ImatrixReport refused = made(spec);
        QVERIFY(refused.error);
        QVERIFY2(refused.error->message.find("--restart") != std::string::npos, refused.error->message.c_str());
        QVERIFY2(refused.error->message.find("ownload") == std::string::npos, refused.error->message.c_str());
        spec.restart = true;
        QCOMPARE(made(spec).outcome, Outcome::Succeeded);
    }

    void advisesItsOwnOptions()
    {
        ImatrixSpec spec = specFor("advised.gguf");
        spec.length = 2;
        const ImatrixReport tooShort = made(spec);
        QVERIFY(tooShort.error);
        QVERIFY2(tooShort.error->message.find("--length") != std::string::npos, tooShort.error->message.c_str());
        spec = specFor("advised.gguf");
        spec.ramBytes = 1 << 20;
        const ImatrixReport noRoom = made(spec);
        QVERIFY(noRoom.error);
        QCOMPARE(noRoom.error->code, ErrorCode::DoesNotFit);
        QVERIFY2(noRoom.error->message.find("--length") != std::string::npos, noRoom.error->message.c_str());
    }

    void whatIsNoNumberIsNamedAsElsewhere()
    {
        const fs::path folder = pathOf("bent");
        fs::copy(sourcePath("resources/sample"), folder);
        {
            const auto model = openModel(folder);
            QVERIFY(model);
            const auto bent = std::ranges::find(model->tensors, "blk.1.ffn_up.weight", &ModelTensor::name);
            QVERIFY(bent != model->tensors.end() && bent->source.type == TensorType::BF16);
            std::fstream file(model->files[bent->source.fileIndex], std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(static_cast<std::streamoff>(bent->source.offset));
            file.write("\xC0\x7F", 2);
        }
        ImatrixSpec spec = specFor("bent.gguf");
        spec.model = folder.string();
        const ImatrixReport report = made(spec);
        EvaluateSpec evaluated;
        evaluated.models = {spec.model};
        evaluated.text = spec.text;
        evaluated.context = spec.length;
        MeasureContext context;
        const EvaluateReport elsewhere = evaluate(evaluated, context);
        QVERIFY(report.error && elsewhere.error);
        QVERIFY2(report.error->message.find("behind layer 1") != std::string::npos, report.error->message.c_str());
        QCOMPARE(report.error->message, elsewhere.error->message);
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
        QCOMPARE(made(spec).outcome, Outcome::Succeeded);
        const QByteArray before = bytesOf("there.gguf");
        spec.samples = 2;
        const ImatrixReport refused = made(spec);
        QVERIFY(refused.error);
        QVERIFY(refused.error->message.find("--overwrite") != std::string::npos);
        QCOMPARE(bytesOf("there.gguf"), before);
        spec.overwrite = true;
        QCOMPARE(made(spec).outcome, Outcome::Succeeded);
        QVERIFY(bytesOf("there.gguf") != before);
    }

    void twoAreAddedUp()
    {
        ImatrixSpec spec = specFor("a.gguf");
        QVERIFY(made(spec).outcome == Outcome::Succeeded);
        const auto merged = mergeImatrices({pathOf("a.gguf"), pathOf("a.gguf")}, pathOf("sum.gguf"), false);
        QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
        QCOMPARE(merged->windows, 2 * kWindows);

        const QByteArray before = bytesOf("a.gguf");
        fs::create_hard_link(pathOf("a.gguf"), pathOf("also-a.gguf"));
        for (const char *output : {"a.gguf", "also-a.gguf"}) {
            const auto onto = mergeImatrices({pathOf("sum.gguf"), pathOf("a.gguf")}, pathOf(output), true);
            QVERIFY(!onto && onto.error().code == ErrorCode::Usage);
        }
        QCOMPARE(bytesOf("a.gguf"), before);
        std::ofstream(pathOf("mine.txt")) << "mine";
        QVERIFY(!mergeImatrices({pathOf("a.gguf")}, pathOf("mine.txt"), true));
        QCOMPARE(bytesOf("mine.txt"), QByteArray("mine"));
        QVERIFY(!mergeImatrices({pathOf("a.gguf")}, pathOf("sum.gguf"), false));
        QVERIFY(mergeImatrices({pathOf("a.gguf")}, pathOf("sum.gguf"), true));
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
    static QByteArray weightsOf(const Model &model, const char *name)
    {
        const auto tensor = std::ranges::find(model.tensors, name, &ModelTensor::name);
        QFile file(QString::fromStdString(model.files[tensor->source.fileIndex].string()));
        if (!file.open(QIODevice::ReadOnly) || !file.seek(static_cast<qint64>(tensor->source.offset)))
            return {};
        return file.read(static_cast<qint64>(tensor->source.sizeBytes));
    }
    /// Mean, from the source, on the held-out text.
    double divergenceOf(const std::string &name) const
    {
        EvaluateSpec spec;
        spec.models = {pathOf(name)};
        spec.base = sourcePath("resources/sample").string();
        spec.text = sourcePath("resources/sample/heldout.txt").string();
        spec.context = 256;
        spec.chunks = 20;
        spec.threads = 2;
        MeasureContext context;
        const EvaluateReport report = evaluate(spec, context);
        return report.error ? std::numeric_limits<double>::quiet_NaN() : report.models[0].divergence->kl.value;
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
