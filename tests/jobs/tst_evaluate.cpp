// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measurements of the sample model and levels of it: the same figures whatever the memory and threads, zero divergence
// from itself, sentences for what cannot be measured.

#include "core/jobs/measure/evaluate.h"
#include "core/jobs/measure/measuredmodel.h"
#include "core/jobs/run.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <iterator>

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
        const double plain = plainPerplexity(spec, 4);
        const double found = report.models[0].perplexity.perplexity;
        QVERIFY2(std::abs(found / plain - 1) < 1e-5, qPrintable(QString("%1 for %2").arg(found).arg(plain)));
    }

    void damagedOutputsAreNamed_data()
    {
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("use");
        for (const char *part : {"norm", "matrix"})
            for (const char *use : {"alone", "measured", "base", "tasks", "streamed"})
                QTest::addRow("%s, %s", part, use) << part << use;
    }

    void damagedOutputsAreNamed()
    {
        QFETCH(QString, part);
        QFETCH(QString, use);
        damage("damaged.gguf", part == "norm");
        EvaluateSpec spec = onHeldOut({use == "base" ? "F16.gguf" : "damaged.gguf"}, 2);
        if (use == "measured" || use == "base")
            spec.base = pathOf(use == "base" ? "damaged.gguf" : "F16.gguf");
        if (use == "tasks") {
            spec.text.clear();
            spec.tasks = {writeTasks("tasks.jsonl")};
        } else {
            spec.gates = "perplexity<1e9";
        }
        if (use == "streamed")
            spec.ramBytes = measured(onHeldOut({"F16.gguf"}, 2)).ramPredictedBytes - 4 * kMiB;
        const EvaluateReport report = measured(spec);
        QCOMPARE(report.outcome, Outcome::Failed);
        QVERIFY(report.error);
        QCOMPARE(report.error->code, ErrorCode::BadInput);
        const std::string sentence = "behind the output " + part.toStdString();
        QVERIFY2(report.error->message.find(sentence) != std::string::npos, why(report));
        QVERIFY2(report.error->message.find("damaged.gguf") != std::string::npos, why(report));
    }

    void tasksHaveAccuracies()
    {
        EvaluateSpec spec;
        spec.models = {pathOf("F16.gguf")};
        spec.tasks = {writeTasks("tasks.jsonl")};
        spec.gates = "task_tasks>0.5,task_tasks_acc>=1,task_tasks_acc_norm>=0";
        const EvaluateReport report = measured(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        QVERIFY(!report.models[0].tasks.empty());
        QCOMPARE(report.models[0].tasks[0].figure.items, std::uint64_t(3));
        QCOMPARE(report.models[0].tasks[0].figure.hits, std::uint64_t(3));
        QCOMPARE(report.models[0].gates.size(), std::size_t(3));
        QVERIFY(report.gatesPassed());
        spec.gates.clear();
        spec.questions = 2;
        QCOMPARE(measured(spec).models[0].tasks[0].figure.items, std::uint64_t(2));
    }

    void gatesThatCannotBeHeldAreRefused_data()
    {
        QTest::addColumn<QString>("gate");
        QTest::addColumn<bool>("text");
        QTest::addColumn<bool>("tasks");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no base") << "same_top>0.5" << true << true << "--base";
        QTest::newRow("second") << "perplexity<100,kl_max<1" << true << false << "\"kl_max<1\" needs a model";
        QTest::newRow("no text") << "perplexity<100" << false << true << "--text";
        QTest::newRow("no tasks") << "task_tasks>0" << true << false << "--tasks";
        QTest::newRow("another task") << "task_piqa>0" << false << true << "task_tasks, task_tasks_acc";
        QTest::newRow("another accuracy") << "task_tasks_acc_per_token>0" << false << true << "task_tasks_acc_norm";
    }

    void gatesThatCannotBeHeldAreRefused()
    {
        QFETCH(QString, gate);
        QFETCH(bool, text);
        QFETCH(bool, tasks);
        QFETCH(QString, sentence);
        EvaluateSpec spec = onHeldOut({"F16.gguf"}, 2);
        if (!text)
            spec.text.clear();
        if (tasks)
            spec.tasks = {writeTasks("tasks.jsonl")};
        spec.gates = gate.toStdString();
        const EvaluateReport report = measured(spec);
        QVERIFY(report.error);
        QCOMPARE(report.error->code, ErrorCode::Usage);
        QVERIFY2(QString::fromStdString(report.error->message).contains(sentence), why(report));
        QVERIFY(report.models.empty()); // nothing was opened for it
    }

    void tasksOfOneNameAreRefused()
    {
        EvaluateSpec spec;
        spec.models = {pathOf("F16.gguf")};
        fs::create_directory(pathOf("other"));
        spec.tasks = {writeTasks("tasks.jsonl"), writeTasks("other/tasks.jsonl")};
        const EvaluateReport report = measured(spec);
        QVERIFY(report.error);
        QCOMPARE(report.error->code, ErrorCode::Usage);
        QVERIFY2(report.error->message.find("both the task \"tasks\"") != std::string::npos, why(report));
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("context");
        QTest::addColumn<quint64>("ram");
        QTest::addColumn<QString>("gates");
        QTest::addColumn<QString>("sentence");
        const QString text = QString::fromStdString(sourcePath("resources/sample/heldout.txt").string());
        QTest::newRow("short text") << QString() << quint64(256) << quint64(0) << ""
                                    << "tokens";
        QTest::newRow("no memory") << text << quint64(256) << quint64(20 * kMiB) << ""
                                   << "at least";
        QTest::newRow("unknown gate") << text << quint64(256) << quint64(0) << "beauty>1"
                                      << "beauty";
        QTest::newRow("window of nothing") << text << quint64(1) << quint64(0) << ""
                                           << "3";
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
        QCOMPARE(report.tokens, std::uint64_t(0)); // those scored, not those planned
        QCOMPARE(report.windows, std::uint64_t(0));
    }

private:
    std::string pathOf(const std::string &name) const
    {
        return (fs::path(m_folder.path().toStdString()) / name).string();
    }

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

    std::string writeTasks(const std::string &name) const
    {
        std::ofstream file(pathOf(name));
        for (int i = 0; i < 3; ++i)
            file << R"({"query": "Once upon a time", "choices": ["there was a girl.", "xq zzv kkw"], "gold": 0})"
                 << "\n";
        return pathOf(name);
    }

    /// F16.gguf with a NaN in its output norm, or in the last row of its output matrix, whose token no text here has.
    void damage(const std::string &name, bool norm) const
    {
        const fs::path path = pathOf(name);
        fs::copy_file(pathOf("F16.gguf"), path, fs::copy_options::overwrite_existing);
        const auto opened = openMeasured(path.string());
        QVERIFY(opened);
        const ModelShape &shape = (*opened)->shape;
        const ModelTensor &tensor = (*opened)->model.tensors[norm ? shape.outputNorm : shape.output];
        const std::string nan = norm ? std::string("\0\0\xC0\x7F", 4) : std::string("\0\x7E", 2);
        QCOMPARE(tensor.source.type, norm ? TensorType::F32 : TensorType::F16);
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(tensor.source.offset + tensor.source.sizeBytes - nan.size()));
        file << nan;
        QVERIFY(file.flush());
    }

    /// The same windows one by one, all their rows, and sums of logarithms made here.
    double plainPerplexity(const EvaluateSpec &spec, std::uint64_t windows) const
    {
        const auto model = openMeasured(spec.models[0]).value();
        MeasureContext context;
        const ModelShape *shape = &model->shape;
        const auto room =
            measureRoom({&shape, 1}, {.windowTokens = spec.context, .windows = windows, .threads = 1}, 2048 * kMiB);
        if (!room || !openPass(*model, *room, context))
            return 0;
        std::ifstream file(spec.text, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        const auto tokens = model->tokenizer.encode(text);
        double loss = 0;
        std::uint64_t scored = 0;
        for (std::uint64_t window = 0; window < windows; ++window) {
            const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(window * spec.stride);
            const TokenSequence sequence(begin, begin + static_cast<std::ptrdiff_t>(spec.context));
            const auto swept = model->pass->sweep(std::span(&sequence, 1), {});
            if (!swept || !model->pass->logits(*swept, 0, spec.context))
                return 0;
            const auto logits = model->pass->runner().valuesOf<float>(Activation::Logits);
            for (std::uint64_t token = window == 0 ? 1 : spec.context - spec.stride; token < spec.context; ++token) {
                const auto row = logits.subspan((token - 1) * shape->vocabulary, shape->vocabulary);
                double sum = 0;
                for (const float logit : row)
                    sum += std::exp(static_cast<double>(logit));
                loss += std::log(sum) - static_cast<double>(row[static_cast<std::size_t>(sequence[token])]);
                ++scored;
            }
        }
        return std::exp(loss / static_cast<double>(scored));
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
