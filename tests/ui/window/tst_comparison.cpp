// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is known of variants: made here, added from files, measured.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "tests/ui/window/fakemeasure.h"
#include "ui/models/comparison.h"
#include "ui/models/results.h"

#include <QSignalSpy>

#include <cmath>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestComparison : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void takesJobs();
    void forgetsFiguresOfReplacedFiles();
    void takesModelsAndFiles();
    void asksForWhatIsShown();
    void measuresASourceByItself();
    void takesFigures();
    void dropsFiguresThatCannotBeCompared();
    void keepsFiguresOfTheSameText();
    void weighsErrorsByLayer();
    void namesFoldersAndFiles();

private:
    EvaluateReport measured() const
    {
        EvaluateReport report;
        report.outcome = Outcome::Succeeded;
        report.base = fakeMeasured("/hub/qwen", 0, true);
        report.models = {fakeMeasured(m_report.outputs[0].path, 1, true)};
        return report;
    }
    EvaluateSpec measureSpec() const
    {
        EvaluateSpec spec;
        spec.base = "/hub/qwen";
        spec.models = {m_report.outputs[0].path};
        spec.text = "/m/text.txt";
        return spec;
    }

    JobSpec m_spec;
    Plan m_plan;
    JobReport m_report;
    std::unique_ptr<Comparison> m_comparison;
};

void TestComparison::init()
{
    m_spec = JobSpec();
    m_spec.model = "/hub/qwen";
    m_spec.levels = {"Q4_K_M", "Q8_0"};
    m_plan = fakePlan(m_spec);
    m_report = JobReport();
    m_report.outcome = Outcome::Succeeded;
    m_report.modelName = "Fake-7B";
    m_report.sourceBytes = 14ull << 30;
    m_report.sourceBitsPerWeight = 16;
    for (const VariantPlan &variant : m_plan.variants)
        m_report.outputs.push_back(
            {variant.level, variant.outputPath, "00", variant.outputBytes, variant.bitsPerWeight});
    m_report.tensors = {fakeTensor(1, TensorRole::AttnQ, "Q4_K_M", 0.1)};
    m_comparison = std::make_unique<Comparison>();
}

void TestComparison::takesJobs()
{
    QSignalSpy changed(m_comparison.get(), &Comparison::changed);
    m_comparison->addJob(m_spec, m_report, &m_plan);
    QCOMPARE(changed.count(), 1);
    const VariantGroup *model = m_comparison->model("/hub/qwen");
    QVERIFY(model);
    QCOMPARE(model->name, QString("Fake-7B"));
    QCOMPARE(model->variants.size(), std::size_t(3));
    QVERIFY(model->variants[0].source);
    QCOMPARE(model->variants[0].sizeBytes, std::uint64_t(14) << 30);
    QCOMPARE(model->variants[1].title, QString("Q4_K_M"));
    QVERIFY(model->variants[1].context->q8_0);
    QCOMPARE(model->variants[1].layerErrors.size(), std::size_t(2));
    QVERIFY(model->variants[2].layerErrors.empty());
    m_comparison->addJob(m_spec, m_report, &m_plan); // again: the same files
    QCOMPARE(m_comparison->model("/hub/qwen")->variants.size(), std::size_t(3));
}

void TestComparison::forgetsFiguresOfReplacedFiles()
{
    m_comparison->addJob(m_spec, m_report, &m_plan);
    m_comparison->takeReport(measureSpec(), measured());
    QVERIFY(m_comparison->figuresOf(QString::fromStdString(m_report.outputs[0].path)));
    m_comparison->addJob(m_spec, m_report, nullptr);
    QVERIFY(!m_comparison->figuresOf(QString::fromStdString(m_report.outputs[0].path)));
    QVERIFY(m_comparison->figuresOf("/hub/qwen"));
}

void TestComparison::takesModelsAndFiles()
{
    ModelSummary summary;
    summary.name = "Fake-7B";
    summary.mainType = "BF16";
    summary.sourceBytes = 2000;
    summary.parameterCount = 1000;
    m_comparison->addVariant("/hub/qwen", "/m/a.gguf", summary); // of nothing known
    QVERIFY(m_comparison->models().empty());
    m_comparison->addSource("/hub/qwen", summary);
    m_comparison->addVariant("/hub/qwen", "/m/my.model.gguf", summary);
    m_comparison->addVariant("/hub/qwen", "/m/my.model.gguf", summary);
    const VariantGroup *model = m_comparison->model("/hub/qwen");
    QCOMPARE(model->variants.size(), std::size_t(2));
    QCOMPARE(model->variants[0].bitsPerWeight, 16.0);
    QCOMPARE(model->variants[1].title, QString("my.model"));
    m_comparison->removeVariant("/hub/qwen", "/hub/qwen"); // the source stays
    m_comparison->removeVariant("/hub/qwen", "/m/my.model.gguf");
    QCOMPARE(model->variants.size(), std::size_t(1));
}

void TestComparison::asksForWhatIsShown()
{
    m_comparison->addJob(m_spec, m_report, &m_plan);
    m_comparison->setShown("/hub/qwen", QString::fromStdString(m_report.outputs[0].path), false);
    const MeasureRequest request = requestFor(*m_comparison->model("/hub/qwen"));
    QCOMPARE(request.spec.base, std::string("/hub/qwen"));
    QCOMPARE(request.spec.models, std::vector<std::string>{m_report.outputs[1].path});
    QCOMPARE(request.titles.size(), 2);
    QCOMPARE(request.titles.at(1), QString("Q8_0"));
}

void TestComparison::measuresASourceByItself()
{
    m_comparison->addSource("/hub/qwen", ModelSummary());
    const MeasureRequest request = requestFor(*m_comparison->model("/hub/qwen"));
    QVERIFY(request.spec.base.empty());
    QCOMPARE(request.spec.models, std::vector<std::string>{"/hub/qwen"});
}

void TestComparison::takesFigures()
{
    m_comparison->addJob(m_spec, m_report, &m_plan);
    m_comparison->takeReport(measureSpec(), measured());
    const VariantGroup *model = m_comparison->model("/hub/qwen");
    QVERIFY(std::isnan(model->variants[0].figures->klMean)); // the base itself
    QCOMPARE(model->variants[0].figures->perplexity, 7.5);
    QCOMPARE(model->variants[1].figures->klMean, 0.01);
    QCOMPARE(model->variants[1].figures->kl99, 0.1);
    QVERIFY(qAbs(model->variants[1].figures->change - 0.1 / 7.5) < 1e-12);
    QVERIFY(!model->variants[2].figures);
    QCOMPARE(model->measuredOn->windows, std::uint64_t(64));
    EvaluateReport nothing; // stopped before the first window
    nothing.models = {EvaluatedModel()};
    nothing.models[0].path = m_report.outputs[0].path;
    m_comparison->takeReport(measureSpec(), nothing);
    QVERIFY(model->variants[1].figures);
}

void TestComparison::dropsFiguresThatCannotBeCompared()
{
    m_comparison->addJob(m_spec, m_report, &m_plan);
    m_comparison->takeReport(measureSpec(), measured());
    EvaluateSpec other = measureSpec();
    other.text = "/m/other.txt";
    EvaluateReport report = measured();
    report.models[0].path = m_report.outputs[1].path;
    m_comparison->takeReport(other, report);
    const VariantGroup *model = m_comparison->model("/hub/qwen");
    QVERIFY(!model->variants[1].figures);
    QVERIFY(model->variants[2].figures);
}

void TestComparison::keepsFiguresOfTheSameText()
{
    m_comparison->addJob(m_spec, m_report, &m_plan);
    m_comparison->takeReport(measureSpec(), measured());
    EvaluateReport report = measured();
    report.models[0].path = m_report.outputs[1].path;
    m_comparison->takeReport(measureSpec(), report);
    const VariantGroup *model = m_comparison->model("/hub/qwen");
    QVERIFY(model->variants[1].figures);
    QVERIFY(model->variants[2].figures);
}

void TestComparison::weighsErrorsByLayer()
{
    TensorReport small = fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.1);
    small.shape = {100};
    TensorReport large = fakeTensor(0, TensorRole::AttnK, "Q4_K_M", 0.0);
    large.shape = {300};
    m_report.tensors = {small, large, fakeTensor(2, TensorRole::AttnQ, "Q4_K_M", 0.5)};
    const std::vector<double> errors = errorsByLayer(m_report, "Q4_K_M");
    QCOMPARE(errors.size(), std::size_t(3));
    QCOMPARE(errors[0], std::sqrt(100 * 0.01 / 400));
    QVERIFY(std::isnan(errors[1]));
    QCOMPARE(errors[2], 0.5);
}

void TestComparison::namesFoldersAndFiles()
{
    QCOMPARE(variantPath({"int8", "/o/x-int8/model.safetensors", "", 1, 8}), QString("/o/x-int8"));
    QCOMPARE(variantPath({"Q8_0", "/o/x.gguf", "", 1, 8}), QString("/o/x.gguf"));
}

SNUG_UI_TEST_MAIN(TestComparison)
#include "tst_comparison.moc"
