// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Outputs in several files: where they are cut, what they are called, and that they appear together or not at all.

#include "core/formats/ggufsplit.h"
#include "core/jobs/outputparts.h"
#include "core/jobs/pipeline/ggufoutput.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;
namespace fs = std::filesystem;

namespace {

struct Bench
{
    Model model;
    GgufMetadata metadata;
    std::vector<TensorDecision> decisions;
    JobSpec spec;

    /// Tensors of `rows` rows of 1 KiB, F32, one a source file of `files`.
    explicit Bench(const std::vector<std::uint64_t> &rows, const std::vector<std::size_t> &files = {})
    {
        model.name = "small";
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ModelTensor tensor;
            tensor.name = "t" + std::to_string(i);
            tensor.dims = {256, rows[i]};
            tensor.source.fileIndex = files.empty() ? 0 : files[i];
            model.tensors.push_back(tensor);
        }
        decisions.resize(rows.size());
        metadata.append("general.architecture", GgufValue::string("llama"));
    }
    Result<std::vector<OutputPart>> parts(const fs::path &target = "folder/out.gguf") const
    {
        return layOutParts(spec, model, metadata, decisions, target);
    }
    PreparedJob job(const std::vector<OutputPart> &parts) const
    {
        PreparedJob made{&model, spec};
        Variant variant;
        variant.level = "F32";
        variant.decisions = decisions;
        variant.parts = parts;
        made.variants = {variant};
        return made;
    }
};

std::vector<std::size_t> counts(const std::vector<OutputPart> &parts)
{
    std::vector<std::size_t> made;
    for (const OutputPart &part : parts)
        made.push_back(part.tensors.size());
    return made;
}

using Counts = std::vector<std::size_t>;

} // namespace

class TestOutputParts : public QObject
{
    Q_OBJECT

private slots:
    void oneFileKeepsItsName();
    void noPartIsLargerThanTheLimit();
    void oneTensorMayBeLarger();
    void aLongHeaderStandsAlone();
    void partsHaveNamesAndKeys();
    void keptSplitsFollowTheSource();
    void contradictionsAreRefused();
    void partsAppearTogether();
    void noneAppearsWhenOneCannot();
};

void TestOutputParts::oneFileKeepsItsName()
{
    Bench bench({1, 2, 3});
    for (const bool keep : {false, true})
        for (const auto limit : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1 << 20)}) {
            if (keep && limit)
                continue;
            bench.spec.keepSplit = keep;
            bench.spec.splitSizeBytes = limit;
            const auto parts = bench.parts();
            QCOMPARE(parts->size(), std::size_t(1));
            QCOMPARE(parts->front().path, fs::path("folder/out.gguf"));
            QCOMPARE(parts->front().metadata.find(kSplitCountKey), nullptr);
            QCOMPARE(parts->front().sizeBytes, GgufWriter::fileBytes(bench.metadata, parts->front().tensors).value());
        }
}

void TestOutputParts::noPartIsLargerThanTheLimit()
{
    Bench bench({3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9});
    for (std::uint64_t limit = 10 * 1024; limit < 90 * 1024; limit += 500) {
        bench.spec.splitSizeBytes = limit;
        const auto parts = bench.parts();
        QVERIFY(parts.has_value());
        std::size_t next = 0;
        for (std::size_t p = 0; p < parts->size(); ++p) {
            QVERIFY((*parts)[p].sizeBytes <= limit);
            for (const auto &tensor : (*parts)[p].tensors)
                QCOMPARE(tensor.name, bench.model.tensors[next++].name);
            if (p + 1 == parts->size())
                continue;
            // The next tensor would not have fit.
            auto fuller = (*parts)[p];
            fuller.tensors.push_back((*parts)[p + 1].tensors.front());
            QVERIFY(GgufWriter::fileBytes(fuller.metadata, fuller.tensors).value() > limit);
        }
        QCOMPARE(next, bench.model.tensors.size());
    }
}

void TestOutputParts::oneTensorMayBeLarger()
{
    Bench bench({1, 20, 1, 1});
    bench.spec.splitSizeBytes = 4096;
    QCOMPARE(counts(*bench.parts()), (Counts{1, 1, 2}));
    const std::string note = oversizeNote(bench.spec, *bench.parts());
    QVERIFY2(note.starts_with("1 of 3 files is larger than 4.00 KiB, the largest 20.") &&
                 note.ends_with("a single tensor (t1) is that large."),
             note.c_str());
    Bench first({20, 1, 1});
    first.spec.splitSizeBytes = 4096;
    QCOMPARE(counts(*first.parts()), (Counts{1, 2}));
}

void TestOutputParts::aLongHeaderStandsAlone()
{
    Bench bench({1, 1, 1});
    bench.metadata.append("tokenizer.chat_template", GgufValue::string(std::string(4000, 'x')));
    bench.spec.splitSizeBytes = 4600;
    const auto parts = bench.parts();
    QCOMPARE(counts(*parts), (Counts{0, 3}));
    QVERIFY((*parts)[1].sizeBytes <= 4600);
    QCOMPARE(oversizeNote(bench.spec, *parts), std::string());
    bench.spec.splitSizeBytes = 3500;
    const std::string note = oversizeNote(bench.spec, *bench.parts());
    QVERIFY2(note.ends_with("its header alone is that large."), note.c_str());
}

void TestOutputParts::partsHaveNamesAndKeys()
{
    Bench bench({1, 1, 1});
    bench.spec.splitSizeBytes = 1500;
    for (const char *target : {"folder/out.gguf", "folder/out.GGUF", "folder/out"}) {
        const auto parts = bench.parts(target);
        QCOMPARE(parts->size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            const OutputPart &part = (*parts)[i];
            QCOMPARE(part.path.string(), "folder/out-0000" + std::to_string(i + 1) + "-of-00003.gguf");
            QCOMPARE(part.metadata.find(kSplitNumberKey)->type(), GgufType::U16);
            QCOMPARE(part.metadata.unsignedAt(kSplitNumberKey).value(), std::uint64_t(i));
            QCOMPARE(part.metadata.find(kSplitCountKey)->type(), GgufType::U16);
            QCOMPARE(part.metadata.unsignedAt(kSplitCountKey).value(), std::uint64_t(3));
            QCOMPARE(part.metadata.find(kSplitTensorCountKey)->type(), GgufType::I32);
            QCOMPARE(part.metadata.unsignedAt(kSplitTensorCountKey).value(), std::uint64_t(3));
            QCOMPARE(part.metadata.entries().size(), std::size_t(i == 0 ? 4 : 3));
        }
    }
}

void TestOutputParts::keptSplitsFollowTheSource()
{
    Bench bench({1, 1, 1, 1, 1}, {0, 0, 1, 3, 3});
    bench.spec.keepSplit = true;
    QCOMPARE(counts(*bench.parts()), (Counts{2, 1, 2})); // file 2 has nothing left
    Bench later({1, 1}, {1, 1});
    later.spec.keepSplit = true;
    QCOMPARE(counts(*later.parts()), (Counts{0, 2})); // the first file of the source holds keys alone
}

void TestOutputParts::contradictionsAreRefused()
{
    Bench bench({1, 1});
    bench.spec.keepSplit = true;
    bench.spec.splitSizeBytes = 1 << 20;
    QCOMPARE(bench.parts().error().code, ErrorCode::Usage);
    Bench many(std::vector<std::uint64_t>(600, 1));
    many.spec.splitSizeBytes = 1;
    const auto refused = many.parts();
    QVERIFY(!refused.has_value());
    QVERIFY2(refused.error().message.find("600 files") != std::string::npos, refused.error().message.c_str());
}

void TestOutputParts::partsAppearTogether()
{
    QTemporaryDir folder;
    Bench bench({1, 1, 1});
    bench.spec.splitSizeBytes = 1500;
    const auto parts = bench.parts(fs::path(folder.path().toStdString()) / "out.gguf");
    const PreparedJob job = bench.job(*parts);
    auto files = GgufOutput::create(job, 0);
    QVERIFY(files.has_value());
    const std::vector<std::byte> row(1024);
    for (int i = 0; i < 3; ++i) {
        for (const OutputPart &part : *parts)
            QVERIFY(!fs::exists(part.path));
        QVERIFY((*files)->write({}, std::span(row).first(100)).has_value());
        QVERIFY((*files)->write({}, std::span(row).subspan(100)).has_value());
    }
    QVERIFY((*files)->finish().has_value() && (*files)->commit({}).has_value());
    QCOMPARE((*files)->files().size(), parts->size());
    for (const OutputPart &part : *parts)
        QCOMPARE(fs::file_size(part.path), part.sizeBytes);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 3);
}

void TestOutputParts::noneAppearsWhenOneCannot()
{
    QTemporaryDir folder;
    Bench bench({1, 1, 1});
    bench.spec.splitSizeBytes = 1500;
    const auto parts = bench.parts(fs::path(folder.path().toStdString()) / "out.gguf");
    {
        const PreparedJob job = bench.job(*parts);
        auto files = GgufOutput::create(job, 0);
        QVERIFY(files.has_value());
        const std::vector<std::byte> row(1024);
        for (int i = 0; i < 3; ++i)
            QVERIFY((*files)->write({}, row).has_value());
        QVERIFY(fs::create_directory((*parts)[2].path)); // in the way of the last part
        QVERIFY((*files)->finish().has_value() && !(*files)->commit({}).has_value());
    }
    QVERIFY(!fs::exists((*parts)[0].path) && !fs::exists((*parts)[1].path));
    QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
}

QTEST_APPLESS_MAIN(TestOutputParts)
#include "tst_outputparts.moc"
