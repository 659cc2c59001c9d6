// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The real engine: models are kept open between plans, whichever thread asks for which.

#include "tests/ui/uitest.h"
#include "ui/bridge/engine.h"
#include "ui/main/sample.h"
#include "ui/main/screenshotfiles.h"
#include "ui/models/results.h"

#include <QTemporaryDir>

#include <atomic>
#include <thread>

using namespace snug;
using namespace snug::ui;

class TestEngine : public QObject
{
    Q_OBJECT

private slots:
    void plansTwoModelsAtOnce();
    void tellsWhatAModelIs();
    void foldersAreMeasuredAndNoSource();
    void offersWithoutAsking();
};

void TestEngine::plansTwoModelsAtOnce()
{
    QTemporaryDir folder;
    const QString odd = folder.filePath("odd.gguf");
    QVERIFY(writeOddModel(odd));
    QVERIFY(!sampleModelPath().isEmpty());
    const Engine engine = coreEngine();
    const Machine machine = engine.currentMachine();
    std::atomic<int> wrong = 0;
    const auto ask = [&](const QString &model, std::size_t tensorCount) {
        JobSpec spec;
        spec.model = model.toStdString();
        spec.levels = {"Q8_0"};
        for (int i = 0; i < 60; ++i) {
            const auto plan = engine.plan(spec, machine);
            if (!plan || plan->model.tensorCount != tensorCount || plan->variants[0].tensors.size() != tensorCount)
                ++wrong;
        }
    };
    std::thread other([&] { ask(odd, 2 + 24 * 9); });
    ask(sampleModelPath(), 3 + 6 * 9);
    other.join();
    QCOMPARE(wrong.load(), 0);
}

void TestEngine::tellsWhatAModelIs()
{
    QTemporaryDir folder;
    const QString odd = folder.filePath("odd.gguf");
    QVERIFY(writeOddModel(odd));
    const Engine engine = coreEngine();
    const auto sample = engine.summarize(sampleModelPath().toStdString());
    QVERIFY(sample.has_value());
    QCOMPARE(sample->path, sampleModelPath().toStdString());
    QCOMPARE(sample->tensorCount, std::size_t(3 + 6 * 9));
    QCOMPARE(engine.summarize(odd.toStdString())->tensorCount, std::size_t(2 + 24 * 9)); // not the one kept open
    const auto gone = engine.summarize(folder.filePath("gone.gguf").toStdString());
    QVERIFY(!gone);
    JobSpec spec;
    spec.model = folder.filePath("gone.gguf").toStdString();
    spec.levels = {"Q8_0"};
    QCOMPARE(gone.error().message, engine.plan(spec, engine.currentMachine()).error().message);
}

/// What a job has made can be measured and described beside its source, but nothing is planned for it.
void TestEngine::foldersAreMeasuredAndNoSource()
{
    QTemporaryDir folder;
    const Engine engine = coreEngine();
    JobSpec spec;
    spec.model = sampleModelPath().toStdString();
    spec.method = "bnb";
    spec.levels = {"nf4"};
    spec.output = folder.filePath("nf4").toStdString();
    JobContext job;
    const JobReport made = engine.run(spec, job);
    QVERIFY2(!made.error, made.error ? made.error->message.c_str() : "");
    const QString path = variantPath(made.outputs.front());

    const auto summary = engine.summarize(path.toStdString());
    QVERIFY2(summary, summary ? "" : summary.error().message.c_str());
    QCOMPARE(summary->mainType, std::string("NF4"));
    EvaluateSpec measure;
    measure.base = spec.model;
    measure.models = {path.toStdString()};
    measure.text = sampleTextPath().toStdString();
    measure.context = 256;
    measure.chunks = 2;
    MeasureContext context;
    const EvaluateReport report = engine.evaluate(measure, context);
    QVERIFY2(!report.error, report.error ? report.error->message.c_str() : "");
    QVERIFY(report.models[0].divergence->kl.value > 1e-4 && report.models[0].divergence->kl.value < 0.1);

    spec.model = path.toStdString();
    for (int i = 0; i < 2; ++i) { // nor after it was described
        const auto plan = engine.plan(spec, engine.currentMachine());
        QVERIFY(!plan);
        QVERIFY(plan.error().message.find("already quantized (bitsandbytes)") != std::string::npos);
        QVERIFY(engine.summarize(spec.model));
    }
}

void TestEngine::offersWithoutAsking()
{
    const Engine engine = coreEngine();
    QVERIFY(engine.levels("gguf", {}).size() > 30);
    QCOMPARE(engine.methods().front().name, std::string(kGguf));
    for (const MethodOffer &method : engine.methods())
        for (const std::string &format : method.formats)
            QVERIFY2(!engine.levels(method.name, format).empty(), format.c_str());
    QVERIFY(engine.tensorTypes().size() > 20);
    QVERIFY(!engine.readImportance("/no/such/file.dat"));
}

SNUG_UI_TEST_MAIN(TestEngine)
#include "tst_engine.moc"
