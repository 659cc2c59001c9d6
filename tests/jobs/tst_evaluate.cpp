// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measurements of the sample model and levels of it: the same figures whatever the memory and threads, zero divergence
// from itself, sentences for what cannot be measured.

#include "core/jobs/measure/evaluate.h"
#include "core/jobs/run.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;

const char *why(const EvaluateReport &report) { return report.error ? report.error->message.c_str() : "done"; }

} // namespace

class TstEvaluate : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        for (const char *level : {"F16", "Q4_0"}) {
            JobSpec spec;
            spec.model = sourcePath("resources/sample").string();
            spec.method = "gguf";
            spec.levels = {level};
            spec.output = pathOf(std::string(level) + ".gguf");
            spec.device = "cpu";
            JobContext context;
            const JobReport report = run(spec, context);
            QVERIFY2(!report.error, report.error ? report.error->message.c_str() : "");
        }
    }

    void figuresDoNotDependOnMemoryOrThreads()
    {
        EvaluateSpec spec = onHeldOut({"Q4_0.gguf"}, 6);
        spec.base = pathOf("F16.gguf");
        spec.threads = 1;
        const EvaluateReport one = measured(spec);
        QVERIFY2(one.outcome == Outcome::Succeeded, why(one));
        QVERIFY(one.layersStayed);
        spec.threads = 3;
        const EvaluateReport three = measured(spec);
        spec.threads = 1;
        spec.ramBytes = one.ramPredictedBytes - 4 * kMiB; // less than all layers want
        const EvaluateReport streamed = measured(spec);
        QVERIFY2(streamed.outcome == Outcome::Succeeded, why(streamed));
        QVERIFY(!streamed.layersStayed);
        for (const EvaluateReport *other : {&three, &streamed}) {
            QCOMPARE(other->base->perplexity.perplexity, one.base->perplexity.perplexity);
            QCOMPARE(other->models[0].perplexity.perplexity, one.models[0].perplexity.perplexity);
            QCOMPARE(other->models[0].divergence->kl.value, one.models[0].divergence->kl.value);
            QCOMPARE(other->models[0].divergence->sameTop.value, one.models[0].divergence->sameTop.value);
        }
        QVERIFY(one.models[0].divergence->kl.value > 1e-4);
        QVERIFY(one.models[0].divergence->sameTop.value < 1);
        // Each alone is what it is against a base, but for the precision of the sums.
        EvaluateSpec alone = onHeldOut({"F16.gguf"}, 6);
        QVERIFY(std::abs(measured(alone).models[0].perplexity.perplexity / one.base->perplexity.perplexity - 1) < 1e-6);
    }

    void nothingDivergesFromItself()
    {
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 2);
        spec.base = pathOf("F16.gguf");
        spec.gates = "kl_mean<=0,same_top>=1,ppl_increase<0.5";
        const EvaluateReport report = measured(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        QCOMPARE(report.models[0].divergence->kl.value, 0.0);
        QCOMPARE(report.models[0].divergence->sameTop.value, 1.0);
        QCOMPARE(report.models[0].gates.size(), std::size_t(3));
        QVERIFY(report.gatesPassed());
        spec.gates = "perplexity<1";
        QVERIFY(!measured(spec).gatesPassed());
    }

    void checkpointAndItsGgufAreWorthTheSame()
    {
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 2);
        spec.base = sourcePath("resources/sample").string();
        const EvaluateReport report = measured(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        QVERIFY(report.models[0].divergence->kl.value < 1e-6); // BF16 to F16 keeps nearly all
    }

    void stridedWindowsScoreNearlyAllTokens()
    {
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 4);
        spec.stride = 128;
        const EvaluateReport report = measured(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        QCOMPARE(report.tokens, std::uint64_t(255 + 3 * 128));
        QVERIFY(std::isfinite(report.models[0].perplexity.perplexity));
    }

    void tasksHaveAccuracies()
    {
        std::ofstream file(pathOf("tasks.jsonl"));
        for (int i = 0; i < 3; ++i)
            file << R"({"query": "Once upon a time", "choices": ["there was a girl.", "xq zzv kkw"], "gold": 0})" << "\n";
        file.close();
        EvaluateSpec spec;
        spec.models = {pathOf("F16.gguf")};
        spec.tasks = {pathOf("tasks.jsonl")};
        const EvaluateReport report = measured(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        QVERIFY(!report.models[0].tasks.empty());
        QCOMPARE(report.models[0].tasks[0].figure.items, std::uint64_t(3));
        QCOMPARE(report.models[0].tasks[0].figure.hits, std::uint64_t(3));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("context");
        QTest::addColumn<quint64>("ram");
        QTest::addColumn<QString>("gates");
        QTest::addColumn<QString>("sentence");
        const QString text = QString::fromStdString(sourcePath("resources/sample/heldout.txt").string());
        QTest::newRow("short text") << QString() << quint64(256) << quint64(0) << "" << "tokens";
        QTest::newRow("no memory") << text << quint64(256) << quint64(20 * kMiB) << "" << "at least";
        QTest::newRow("unknown gate") << text << quint64(256) << quint64(0) << "beauty>1" << "beauty";
        QTest::newRow("window of nothing") << text << quint64(1) << quint64(0) << "" << "3";
    }

    void refusals()
    {
        QFETCH(QString, text);
        QFETCH(quint64, context);
        QFETCH(quint64, ram);
        QFETCH(QString, gates);
        QFETCH(QString, sentence);
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 2);
        if (text.isEmpty()) {
            std::ofstream(pathOf("short.txt")) << "Too short.";
            spec.text = pathOf("short.txt");
        }
        spec.context = context;
        if (ram)
            spec.ramBytes = ram;
        spec.gates = gates.toStdString();
        const EvaluateReport report = measured(spec);
        QVERIFY(report.error);
        QVERIFY2(QString::fromStdString(report.error->message).contains(sentence), why(report));
    }

    void otherVocabulariesAreNotCompared()
    {
        SNUG_REQUIRE_SHARED("models/stories260K/hf");
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 2);
        spec.base = sharedData("models/stories260K/hf").string();
        const EvaluateReport report = measured(spec);
        QVERIFY(report.error);
        QVERIFY2(report.error->message.find("tokeni") != std::string::npos ||
                     report.error->message.find("vocabular") != std::string::npos,
                 why(report));
    }

    void stopsAndTellsWhatItHas()
    {
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 100);
        MeasureContext context;
        context.stop.request();
        const EvaluateReport report = evaluate(spec, context);
        QCOMPARE(report.outcome, Outcome::Cancelled);
        QVERIFY(!report.error);
        QVERIFY(std::isnan(report.models[0].perplexity.perplexity));
    }

private:
    std::string pathOf(const std::string &name) const { return (fs::path(m_folder.path().toStdString()) / name).string(); }

    EvaluateSpec onHeldOut(const std::vector<std::string> &models, std::uint64_t chunks) const
    {
        EvaluateSpec spec;
        for (const std::string &model : models)
            spec.models.push_back(pathOf(model));
        spec.text = sourcePath("resources/sample/heldout.txt").string();
        spec.context = 256;
        spec.chunks = chunks;
        spec.threads = 2;
        return spec;
    }

    static EvaluateReport measured(const EvaluateSpec &spec)
    {
        MeasureContext context;
        return evaluate(spec, context);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TstEvaluate)
#include "tst_evaluate.moc"
