// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whole files against the reference quantizer's: every public case, with several thread counts, odd slices and all
// instruction sets of this processor.

#include "core/jobs/run.h"
#include "core/kernels/kernelset.h"
#include "core/model/model.h"
#include "core/quant/filetype.h"
#include "tests/jobs/goldencase.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace snug;

namespace {

struct Way
{
    int threads;
    std::uint64_t sliceWeights; ///< 0: what the pipeline chooses
    std::string instructionSet;
};

/// Every thread count, every size of slices and every instruction set at least once. Slices of 1, 3 and 5 blocks of 256
/// begin and end inside rows of all golden models.
std::vector<Way> ways()
{
    constexpr std::pair<int, std::uint64_t> kCuts[] = {{1, 0}, {2, 1280}, {7, 256}, {3, 768}};
    int count = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
    std::vector<Way> made;
    for (std::size_t i = 0; i < std::max<std::size_t>(3, static_cast<std::size_t>(count)); ++i)
        made.push_back({kCuts[i % 4].first, kCuts[i % 4].second, sets[i % static_cast<std::size_t>(count)]->name});
    return made;
}

/// All ways; under a sanitizer, where a run takes ten times as long, another one for each case.
std::vector<Way> waysFor(int caseId)
{
    const std::vector<Way> all = ways();
#ifdef __SANITIZE_ADDRESS__
    return {all[static_cast<std::size_t>(caseId) % all.size()]};
#else
    (void)caseId;
    return all;
#endif
}

JobReport runOnce(const JobSpec &spec, std::uint64_t sliceWeights = 0)
{
    JobContext context;
    context.sliceWeights = sliceWeights;
    return run(spec, context);
}

QByteArray trouble(const JobReport &report)
{
    return report.error ? QByteArray::fromStdString(report.error->message) : QByteArray("no error");
}

} // namespace

class TestGoldenFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void bytesEqualTheReference_data();
    void bytesEqualTheReference();
    void allCasesAreTried();
    void severalLevelsFromOneReadingEqualEachAlone();
    void anotherAlignmentGivesAReadableFile();

private:
    void mustFail(const test::GoldenCase &wanted, const JobReport &report);
    void mustEqual(const test::GoldenCase &wanted, const JobReport &report);

    QSet<int> m_compared;
};

void TestGoldenFiles::initTestCase()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    // The names of importance matrices end up in the outputs, so they have to be those of the reference's command
    // lines.
    std::filesystem::current_path(test::sharedData("golden/files"));
}

void TestGoldenFiles::bytesEqualTheReference_data()
{
    QTest::addColumn<int>("caseIndex");
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const auto &cases = test::goldenCases();
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (!cases[i].unreadable)
            QTest::addRow("%d: %s", cases[i].id, cases[i].title.c_str()) << static_cast<int>(i);
}

void TestGoldenFiles::bytesEqualTheReference()
{
    QFETCH(int, caseIndex);
    test::GoldenCase wanted = test::goldenCases()[static_cast<std::size_t>(caseIndex)];
    m_compared.insert(wanted.id);
    QTemporaryDir folder;
    for (const Way &way : waysFor(wanted.id)) {
        wanted.spec.threads = way.threads;
        const QString name = QString("%1-%2/o.gguf").arg(way.threads).arg(way.instructionSet.c_str());
        wanted.spec.output = folder.filePath(name).toStdString();
        qputenv("SNUG_CPU", way.instructionSet.c_str());
        const JobReport report = runOnce(wanted.spec, way.sliceWeights);
        qunsetenv("SNUG_CPU");
        if (wanted.succeeds)
            QCOMPARE(report.instructionSet, way.instructionSet);
        if (wanted.succeeds)
            mustEqual(wanted, report);
        else
            mustFail(wanted, report);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestGoldenFiles::mustFail(const test::GoldenCase &wanted, const JobReport &report)
{
    QCOMPARE(report.outcome, Outcome::Failed);
    QVERIFY(report.error.has_value());
    QVERIFY2(report.error->code != ErrorCode::Internal && report.error->message.size() > 20, trouble(report));
    const auto folder = std::filesystem::path(wanted.spec.output).parent_path();
    QVERIFY(!std::filesystem::exists(folder) || std::filesystem::is_empty(folder));
}

void TestGoldenFiles::mustEqual(const test::GoldenCase &wanted, const JobReport &report)
{
    QVERIFY2(report.outcome == Outcome::Succeeded, trouble(report));
    QCOMPARE(report.outputs.size(), wanted.files.size());
    for (std::size_t i = 0; i < wanted.files.size(); ++i) {
        const OutputReport &output = report.outputs[i];
        QCOMPARE(output.sizeBytes, wanted.files[i].sizeBytes);
        QCOMPARE(output.sha256, wanted.files[i].sha256);
        QCOMPARE(std::filesystem::file_size(output.path), output.sizeBytes);
        if (wanted.files.size() > 1)
            QCOMPARE(std::filesystem::path(output.path).filename().string(), wanted.files[i].name);
    }
}

void TestGoldenFiles::allCasesAreTried()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    std::size_t unreadable = 0;
    for (const test::GoldenCase &one : test::goldenCases())
        unreadable += one.unreadable;
    QVERIFY(unreadable > 0);
    if (std::size_t(m_compared.size()) + unreadable != test::goldenCases().size())
        QSKIP("only some rows were asked for");
}

void TestGoldenFiles::severalLevelsFromOneReadingEqualEachAlone()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    std::map<std::string, std::string> wanted;
    JobSpec spec;
    for (const test::GoldenCase &one : test::goldenCases())
        if (one.spec.model == "llama-full-bf16.gguf" && one.spec.imatrix == "llama-full-bf16.imatrix.gguf" &&
            one.succeeds && !wanted.contains(one.spec.levels[0])) {
            wanted[one.spec.levels[0]] = one.files[0].sha256;
            spec.levels.push_back(one.spec.levels[0]);
        }
    QVERIFY(spec.levels.size() > 20);
    QTemporaryDir folder;
    spec.model = "llama-full-bf16.gguf";
    spec.imatrix = "llama-full-bf16.imatrix.gguf";
    spec.output = folder.path().toStdString();
    const JobReport report = runOnce(spec);
    QVERIFY2(report.outcome == Outcome::Succeeded, trouble(report));
    QCOMPARE(report.outputs.size(), spec.levels.size());
    for (const OutputReport &output : report.outputs)
        QCOMPARE(output.sha256, wanted[output.level]);
}

// The reference keeps the key and aligns to 32 all the same, so that it cannot read its own file.
void TestGoldenFiles::anotherAlignmentGivesAReadableFile()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    for (const test::GoldenCase &one : test::goldenCases()) {
        if (!one.unreadable)
            continue;
        QTemporaryDir folder;
        JobSpec spec = one.spec;
        spec.output = folder.filePath("o.gguf").toStdString();
        const JobReport report = runOnce(spec);
        QVERIFY2(report.outcome == Outcome::Succeeded, trouble(report));
        const auto made = openModel(spec.output);
        QVERIFY2(made.has_value(), one.title.c_str());
        QCOMPARE(made->tensors.size(), one.types.size());
        for (const ModelTensor &tensor : made->tensors)
            QCOMPARE(std::string(tensorTypeName(tensor.type)), one.types.at(tensor.name));
        // What is in the file can be read where the header says: a copy of it has the same bytes.
        spec.model = spec.output;
        spec.levels = {"COPY"};
        spec.output = folder.filePath("copy.gguf").toStdString();
        const JobReport copied = runOnce(spec);
        QVERIFY2(copied.outcome == Outcome::Succeeded, trouble(copied));
        QCOMPARE(copied.outputs[0].sha256, report.outputs[0].sha256);
    }
}

QTEST_GUILESS_MAIN(TestGoldenFiles)
#include "tst_goldenfiles.moc"
