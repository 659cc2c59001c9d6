// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Plans: exact sizes, verdicts on made-up machines, and nothing read but headers.

#include "core/jobs/figures.h"
#include "core/jobs/plan.h"
#include "core/jobs/run.h"
#include "tests/jobs/smallmodel.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

using namespace snug;

namespace {

constexpr std::uint64_t kGiB = 1ull << 30;

double oneNanosecond(TensorType, Importance) { return 1e-9; }

Machine laptop(std::uint64_t freeRam, std::uint64_t freeVram = 0)
{
    Machine machine;
    machine.processorCount = 4;
    machine.memory.system.totalBytes = 16 * kGiB;
    machine.memory.system.availableBytes = freeRam;
    machine.memory.process.residentBytes = 20ull << 20;
    machine.secondsPerWeight = oneNanosecond;
    if (freeVram > 0)
        machine.memory.gpus.emplace_back().totalBytes = freeVram;
    for (GpuMemory &gpu : machine.memory.gpus)
        gpu.name = "Card";
    return machine;
}

JobSpec specFor(const QTemporaryDir &folder, std::vector<std::string> levels)
{
    test::writeSmallModel(folder.filePath("small.gguf").toStdString());
    JobSpec spec;
    spec.model = folder.filePath("small.gguf").toStdString();
    spec.levels = std::move(levels);
    spec.output = folder.filePath("out/").toStdString();
    return spec;
}

} // namespace

class TestPlan : public QObject
{
    Q_OBJECT

private slots:
    void sizeIsThatOfTheFile();
    void marksWhatIsNeverQuantized();
    void verdictFollowsTheMachine();
    void contextFollowsTheCard();
    void recommendsByTheRule();
    void jsonHasTheContractsKeys();
    void notesOfTheModelAreToldToo();
    void showsLevelsThatCannotBeMade();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
};

void TestPlan::sizeIsThatOfTheFile()
{
    QTemporaryDir folder;
    JobSpec spec = specFor(folder, {"Q4_K_M", "Q8_0", "F16"});
    const auto plan = snug::plan(spec, laptop(8 * kGiB));
    QVERIFY(plan.has_value());
    JobContext context;
    const JobReport report = run(spec, context);
    QCOMPARE(report.outcome, Outcome::Succeeded);
    for (std::size_t v = 0; v < spec.levels.size(); ++v) {
        QCOMPARE(plan->variants[v].outputBytes, report.outputs[v].sizeBytes);
        QCOMPARE(plan->variants[v].outputPath, report.outputs[v].path);
        QCOMPARE(plan->variants[v].bitsPerWeight, report.outputs[v].bitsPerWeight);
    }
    QCOMPARE(report.tensors.size(), spec.levels.size() * plan->variants[0].tensors.size());
}

void TestPlan::marksWhatIsNeverQuantized()
{
    QTemporaryDir folder;
    JobSpec spec = specFor(folder, {"Q4_K_M"});
    spec.tensorTypes = {"weight=Q8_0"};
    const auto plan = snug::plan(spec, laptop(8 * kGiB));
    QVERIFY(plan.has_value());
    QCOMPARE(plan->model.fileCount, std::size_t(1));
    int fixed = 0;
    for (const TensorPlan &tensor : plan->variants[0].tensors) {
        fixed += tensor.fixed ? 1 : 0;
        QCOMPARE(tensor.to == "Q8_0", !tensor.fixed); // a pattern reaches all others
    }
    QVERIFY(fixed > 0);
}

void TestPlan::verdictFollowsTheMachine()
{
    QTemporaryDir folder;
    JobSpec spec = specFor(folder, {"Q4_K_M"});
    const auto roomy = snug::plan(spec, laptop(8 * kGiB));
    QCOMPARE(roomy->variants[0].ram, Verdict::Fits);
    QCOMPARE(roomy->variants[0].verdict, Verdict::Fits);
    const std::uint64_t needed = roomy->variants[0].ramPeakBytes() - (20ull << 20); // beyond what is resident already
    QCOMPARE(snug::plan(spec, laptop(needed + needed / 50))->variants[0].ram, Verdict::Tight);
    const auto poor = snug::plan(spec, laptop(needed / 2));
    QCOMPARE(poor->variants[0].ram, Verdict::DoesNotFit);
    QVERIFY(!poor->variants[0].verdictReason.empty());
    spec.ramLimitBytes = 21ull << 20;
    const auto limited = snug::plan(spec, laptop(8 * kGiB));
    QVERIFY(limited.has_value());
    QCOMPARE(limited->variants[0].verdict, Verdict::DoesNotFit);
}

void TestPlan::contextFollowsTheCard()
{
    QTemporaryDir folder;
    const JobSpec spec = specFor(folder, {"Q8_0"});
    const auto large = snug::plan(spec, laptop(8 * kGiB, 8 * kGiB));
    QCOMPARE(large->variants[0].context.device, std::string("Card"));
    QCOMPARE(large->variants[0].context.q8_0.value(), std::uint64_t(2048)); // the model's own limit
    const auto tiny = snug::plan(spec, laptop(8 * kGiB, 100ull << 20));
    QCOMPARE(tiny->variants[0].context.q8_0.value(), std::uint64_t(0));
    QCOMPARE(tiny->variants[0].running, Verdict::DoesNotFit);
    QCOMPARE(tiny->variants[0].verdict, Verdict::DoesNotFit);
    Machine within = laptop(8 * kGiB, 100ull << 20);
    within.memory.gpus[0].integrated = true; // models run from RAM there
    const auto shared = snug::plan(spec, within);
    QCOMPARE(shared->variants[0].context.device, std::string("RAM"));
    QCOMPARE(shared->variants[0].running, Verdict::Fits);
}

void TestPlan::recommendsByTheRule()
{
    QTemporaryDir folder;
    const JobSpec spec = specFor(folder, {"Q3_K_M", "Q4_K_M", "Q8_0"});
    const auto without = snug::plan(spec, laptop(8 * kGiB));
    QVERIFY(without->variants[1].recommended && !without->variants[2].recommended);
    const auto with = snug::plan(spec, laptop(8 * kGiB, 8 * kGiB));
    QVERIFY(with->variants[2].recommended && !with->variants[1].recommended);
}

void TestPlan::jsonHasTheContractsKeys()
{
    QTemporaryDir folder;
    const auto plan = snug::plan(specFor(folder, {"Q4_K_M"}), laptop(8 * kGiB));
    const auto json = nlohmann::json::parse(toJson(*plan));
    const auto &variant = json.at("variants").at(0);
    for (const char *key :
         {"method", "level", "output_bytes", "bits_per_weight", "tensors", "phases", "verdict", "remedies", "context"})
        QVERIFY2(variant.contains(key), key);
    for (const char *key : {"name", "shape", "from", "to", "bytes", "why"})
        QVERIFY2(variant.at("tensors").at(0).contains(key), key);
    for (const char *key : {"name", "ram_peak_bytes", "vram_peak_bytes", "disk_peak_bytes", "seconds"})
        QVERIFY2(variant.at("phases").at(0).contains(key), key);
    QVERIFY(jobSpecFromJson(json.at("job").dump()).value() == plan->spec);
}

void TestPlan::notesOfTheModelAreToldToo()
{
    Plan plan;
    plan.model.notes = {"The model is old."};
    plan.notes = {"The option does nothing."};
    const auto json = nlohmann::json::parse(toJson(plan));
    QCOMPARE(json.at("notes").dump(), std::string(R"(["The model is old.","The option does nothing."])"));
    QVERIFY(!json.contains("error"));
}

void TestPlan::showsLevelsThatCannotBeMade()
{
    QTemporaryDir folder;
    const JobSpec spec = specFor(folder, {"IQ2_XS", "IQ1_S"});
    QCOMPARE(snug::plan(spec, laptop(8 * kGiB)).error().code, ErrorCode::Unsupported);
    const auto shown = planToShow(spec, laptop(8 * kGiB));
    QVERIFY(shown.has_value() && shown->refusal.has_value());
    QCOMPARE(shown->variants.size(), std::size_t(2));
    for (const VariantPlan &variant : shown->variants)
        QVERIFY(!variant.refusal.empty() && variant.outputBytes > 0);
    QCOMPARE(shown->variants[0].refusal, shown->refusal->message);
    QCOMPARE(shown->outputBytes, std::uint64_t(0));
    const auto json = nlohmann::json::parse(toJson(*shown));
    QCOMPARE(json.at("error").at("code").get<std::string>(), std::string("unsupported"));
    QVERIFY(!planToShow(specFor(folder, {"Q4_K_M"}), laptop(8 * kGiB))->refusal);
}

void TestPlan::refusesWhatCannotBe_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("named");
    QTest::newRow("level") << "level"
                           << "Q4_K_X"
                           << "Q4_K";
    QTest::newRow("method") << "method"
                            << "zip"
                            << "zip";
    QTest::newRow("device") << "device"
                            << "cuda:7"
                            << "cpu";
    QTest::newRow("type") << "outputType"
                          << "Q9_Z"
                          << "Q9_Z";
    QTest::newRow("twice") << "level"
                           << "q4_k_m"
                           << "twice";
}

void TestPlan::refusesWhatCannotBe()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, named);
    QTemporaryDir folder;
    JobSpec spec = specFor(folder, {"Q4_K_M"});
    if (field == "level")
        spec.levels.push_back(value.toStdString());
    if (field == "method")
        spec.method = value.toStdString();
    if (field == "device")
        spec.device = value.toStdString();
    if (field == "outputType")
        spec.outputTensorType = value.toStdString();
    const auto plan = snug::plan(spec, laptop(8 * kGiB));
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, ErrorCode::Usage);
    QVERIFY2(plan.error().message.find(named.toStdString()) != std::string::npos, plan.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
