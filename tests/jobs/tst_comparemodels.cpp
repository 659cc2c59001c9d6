// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Comparisons of the sample model and its variants: what is measured of real files, stops, and models that do not go
// together.

#include "core/jobs/measure/compare.h"
#include "core/jobs/measure/memoryspeed.h"
#include "core/jobs/run.h"
#include "tests/support/shareddata.h"
#include "tests/support/storiesmodel.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace snug;

namespace {

const char *why(const CompareReport &report) { return report.error ? report.error->message.c_str() : "done"; }

CompareReport compared(const CompareSpec &spec)
{
    MeasureContext context;
    return compare(spec, context);
}

} // namespace

class TestCompareModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tellsOfEveryVariant();
    void headersAloneTellMuch();
    void errorsOfLayersAreThoseOfTheRun();
    void errorsDoNotDependOnThreads();
    void aModelIsThereOnce();
    void aStopKeepsWhatIsKnown();
    void aPauseHoldsAndGoesOn();
    void allAnswerOnePrompt();
    void aPromptThatIsTooLong();
    void aStopEndsAnswers();
    void aLimitTooSmallIsSaid();
    void otherVocabulariesAreRefused();
    void whatIsNotThereIsSaid();
    void aTokenNeedsMostWeights();
    void memoryIsReadAtSomeSpeed();

private:
    std::string variant(const std::string &level) const { return m_folder.filePath("s.gguf").toStdString() + level; }
    CompareSpec onHeldOut() const;

    QTemporaryDir m_folder;
    const std::string m_source = test::sourcePath("resources/sample").string();
    std::vector<TensorReport> m_tensors; ///< of the run to Q4_0
};

void TestCompareModels::initTestCase()
{
    for (const char *level : {"BF16", "Q8_0", "Q4_K_M", "Q4_0"}) {
        JobSpec spec;
        spec.model = m_source;
        spec.levels = {level};
        spec.output = variant(level);
        spec.device = "cpu";
        JobContext context;
        const JobReport report = run(spec, context);
        QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "");
        m_tensors = report.tensors;
    }
}

CompareSpec TestCompareModels::onHeldOut() const
{
    CompareSpec spec;
    spec.models = {variant("Q4_0"), variant("Q8_0"), variant("BF16")};
    spec.base = m_source;
    spec.text = test::sourcePath("resources/sample/heldout.txt").string();
    spec.context = 128;
    spec.chunks = 3;
    spec.threads = 2;
    return spec;
}

void TestCompareModels::tellsOfEveryVariant()
{
    const CompareReport report = compared(onHeldOut());
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QCOMPARE(report.models.size(), std::size_t(4));
    QCOMPARE(report.windows, std::uint64_t(3));
    const auto &[base, q4, q8, copy] = std::tie(report.models[0], report.models[1], report.models[2], report.models[3]);
    QVERIFY(base.base && !base.measured.divergence && base.layers.empty());
    QCOMPARE(base.type, std::string("BF16"));
    QCOMPARE(q4.type, std::string("Q4_0"));
    QCOMPARE(q4.measured.path, variant("Q4_0"));
    QCOMPARE(q4.measured.sizeBytes, std::uint64_t(std::filesystem::file_size(variant("Q4_0"))));
    QVERIFY(base.measured.perplexity.perplexity > 5 && base.measured.perplexity.perplexity < 200);
    QVERIFY(q4.measured.divergence->kl.value > 4 * q8.measured.divergence->kl.value);
    QVERIFY(q4.measured.divergence->sameTop.value < q8.measured.divergence->sameTop.value);
    // The same numbers in another format are the same model.
    QVERIFY(copy.measured.divergence->kl.value < 1e-9);
    QCOMPARE(copy.measured.divergence->sameTop.value, 1.0);
    QVERIFY(q4.onFront && q8.onFront && base.onFront != copy.onFront); // the smaller of the two files
    for (const ComparedModel &model : report.models)
        QVERIFY(model.context.f16 && *model.context.f16 <= 512 && *model.context.f16 <= *model.context.q4_0);
    if (report.memoryBytesPerSecond > 0)
        QVERIFY(*q4.predictedTokensPerSecond > *q8.predictedTokensPerSecond);
}

void TestCompareModels::headersAloneTellMuch()
{
    CompareSpec spec;
    spec.models = {variant("Q8_0"), variant("Q4_0")};
    spec.layerErrors = false;
    const CompareReport report = compared(spec);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QVERIFY(report.models[0].base && report.models[0].type == "Q8_0");
    QVERIFY(std::isnan(report.models[1].measured.perplexity.perplexity) && !report.models[1].onFront);
    QVERIFY(report.models[1].layers.empty());
    QVERIFY(report.models[1].measured.bitsPerWeight > 4.5 && report.models[1].measured.bitsPerWeight < 5);
}

void TestCompareModels::errorsOfLayersAreThoseOfTheRun()
{
    CompareSpec spec = onHeldOut();
    spec.text.clear();
    const CompareReport report = compared(spec);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    const std::vector<LayerError> &layers = report.models[1].layers;
    QCOMPARE(layers.size(), std::size_t(7));
    for (std::size_t i = 0; i < layers.size(); ++i) {
        QCOMPARE(layers[i].layer, static_cast<int>(i) - 1);
        double squares = 0, weights = 0;
        for (const TensorReport &tensor : m_tensors) {
            if (tensor.layer != layers[i].layer || tensor.copied)
                continue;
            double count = 1;
            for (const std::uint64_t length : tensor.shape)
                count *= static_cast<double>(length);
            squares += count * tensor.relativeError * tensor.relativeError;
            weights += count;
        }
        const double ofTheRun = std::sqrt(squares / weights);
        QVERIFY2(ofTheRun > 0.01 && std::abs(layers[i].relativeError - ofTheRun) < 1e-6 * ofTheRun,
                 qPrintable(
                     QString("%1, the run says %2").arg(layers[i].relativeError, 0, 'g', 9).arg(ofTheRun, 0, 'g', 9)));
    }
    for (const LayerError &layer : report.models[3].layers)
        QCOMPARE(layer.relativeError, 0.0);
}

void TestCompareModels::errorsDoNotDependOnThreads()
{
    CompareSpec spec = onHeldOut();
    spec.text.clear();
    spec.threads = 1;
    const CompareReport one = compared(spec);
    spec.threads = 3;
    const CompareReport three = compared(spec);
    for (std::size_t i = 0; i < one.models[1].layers.size(); ++i)
        QCOMPARE(three.models[1].layers[i].relativeError, one.models[1].layers[i].relativeError);
}

void TestCompareModels::aModelIsThereOnce()
{
    CompareSpec spec;
    spec.models = {m_source, variant("Q8_0"), m_source + "/.", variant("Q8_0")};
    spec.base = variant("Q8_0");
    spec.layerErrors = false;
    const CompareReport report = compared(spec);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QCOMPARE(report.models.size(), std::size_t(2));
    QVERIFY(report.models[0].base && report.models[0].measured.path == variant("Q8_0"));
}

void TestCompareModels::aStopKeepsWhatIsKnown()
{
    MeasureContext context;
    context.stop.request();
    const CompareReport report = compare(onHeldOut(), context);
    QCOMPARE(report.outcome, Outcome::Cancelled);
    QCOMPARE(report.models.size(), std::size_t(4));
    QVERIFY(report.models[1].context.f16 && report.models[1].layers.empty());
    QVERIFY(context.snapshot().phase == MeasurePhase::Done);
}

void TestCompareModels::aPauseHoldsAndGoesOn()
{
    MeasureContext context;
    context.pause.pause();
    std::thread later([&] {
        while (!context.snapshot().paused)
            std::this_thread::yield();
        context.pause.resume();
    });
    const CompareReport report = compare(onHeldOut(), context);
    later.join();
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
}

void TestCompareModels::allAnswerOnePrompt()
{
    CompareSpec spec;
    spec.models = {m_source, variant("BF16"), variant("Q4_0")};
    spec.layerErrors = false;
    spec.prompt = "Once upon a time";
    spec.maxTokens = 24;
    for (const double temperature : {0.0, 0.9}) {
        spec.temperature = temperature;
        MeasureContext context;
        const CompareReport report = compare(spec, context);
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        const auto &[source, copy, q4] =
            std::tie(*report.models[0].answer, *report.models[1].answer, *report.models[2].answer);
        QCOMPARE(source.ids.size(), std::size_t(24));
        QVERIFY(!source.text.empty() && source.textStarts.size() == source.ids.size());
        QVERIFY(!source.firstDifference && !copy.firstDifference);
        QCOMPARE(copy.ids, source.ids); // one seed, the same weights
        QVERIFY(q4.firstDifference.has_value() == (q4.ids != source.ids));
        QCOMPARE(context.snapshot().answers[2], q4.text);
    }
}

void TestCompareModels::aPromptThatIsTooLong()
{
    CompareSpec spec;
    spec.models = {m_source};
    spec.layerErrors = false;
    for (int i = 0; i < 2000; ++i)
        spec.prompt += "Once upon a time ";
    MeasureContext context;
    const CompareReport report = compare(spec, context);
    QVERIFY(report.error);
    QVERIFY2(report.error->message.ends_with("Give a shorter prompt."), report.error->message.c_str());
}

void TestCompareModels::aStopEndsAnswers()
{
    CompareSpec spec;
    spec.models = {m_source, variant("Q4_0")};
    spec.layerErrors = false;
    spec.prompt = "Once upon a time";
    spec.maxTokens = 500;
    MeasureContext context;
    std::thread stopper([&] {
        while (context.snapshot().phase != MeasurePhase::Answers || context.snapshot().answers[0].empty())
            std::this_thread::yield();
        context.stop.request();
    });
    const CompareReport report = compare(spec, context);
    stopper.join();
    QCOMPARE(report.outcome, Outcome::Cancelled);
    QVERIFY(!report.models[0].answer->text.empty() && !report.models[1].answer);
}

void TestCompareModels::aLimitTooSmallIsSaid()
{
    CompareSpec spec = onHeldOut();
    spec.ramBytes = 8 << 20;
    const CompareReport report = compared(spec);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::DoesNotFit);
    QCOMPARE(report.models.size(), std::size_t(4)); // headers are read all the same
    QCOMPARE(report.memoryBytesPerSecond, 0.0);
}

void TestCompareModels::otherVocabulariesAreRefused()
{
    SNUG_REQUIRE_SHARED(test::kStories);
    const std::string stories = m_folder.filePath("stories").toStdString();
    std::filesystem::create_directory(stories);
    test::writeStoriesModel(stories);
    CompareSpec spec = onHeldOut();
    spec.models.push_back(stories);
    const CompareReport report = compared(spec);
    QCOMPARE(report.outcome, Outcome::Failed);
    QVERIFY2(report.error->message.find("different vocabularies") != std::string::npos, why(report));
    QVERIFY2(report.error->message.find(stories) != std::string::npos, why(report));
}

void TestCompareModels::whatIsNotThereIsSaid()
{
    CompareSpec spec;
    QCOMPARE(compared(spec).error->code, ErrorCode::Usage);
    spec.models = {m_source, variant("none")};
    const CompareReport missing = compared(spec);
    QCOMPARE(missing.outcome, Outcome::Failed);
    QVERIFY2(missing.error->message.find("none") != std::string::npos ||
                 missing.error->file.find("none") != std::string::npos,
             why(missing));
    spec = onHeldOut();
    spec.text = variant("no text");
    QCOMPARE(compared(spec).outcome, Outcome::Failed);
    QCOMPARE(compared(spec).models.size(), std::size_t(4)); // headers were read by then
}

void TestCompareModels::aTokenNeedsMostWeights()
{
    const auto model = openModel(variant("BF16"));
    QVERIFY(model);
    const auto shape = modelShape(*model);
    QVERIFY(shape);
    const ModelTensor *embedding = model->find("token_embd.weight");
    const ModelTensor *norm = model->find("output_norm.weight");
    QCOMPARE(bytesPerToken(*shape), model->sourceBytes - embedding->source.sizeBytes - norm->source.sizeBytes);
}

void TestCompareModels::memoryIsReadAtSomeSpeed()
{
    Ledger ledger;
    QVERIFY(memoryReadSpeed(2, 64 << 20, ledger) > 0);
    QCOMPARE(memoryReadSpeed(2, 63 << 20, ledger), 0.0);
    ledger.setLimit(Place::Host, 1 << 20);
    QCOMPARE(memoryReadSpeed(2, 512 << 20, ledger), 0.0);
    QCOMPARE(ledger.figures().totalBytes[static_cast<std::size_t>(Place::Host)], std::uint64_t(0));
}

QTEST_GUILESS_MAIN(TestCompareModels)
#include "tst_comparemodels.moc"
