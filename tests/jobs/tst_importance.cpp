// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices of jobs: entries and tensors brought together, values read, keys written.

#include "core/calib/importancefile.h"
#include "core/jobs/importance.h"
#include "core/jobs/prepare.h"
#include "tests/jobs/smallmodel.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace snug;

namespace {

ModelTensor tensorOf(std::string name, std::vector<std::uint64_t> dims)
{
    ModelTensor tensor;
    tensor.name = std::move(name);
    tensor.dims = std::move(dims);
    return tensor;
}

std::vector<float> counted(std::size_t count, float first = 1)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = first + static_cast<float>(i);
    return values;
}

/// A model of names and shapes, and a matrix for it in a file.
struct Bench
{
    QTemporaryDir folder;
    Model model;
    JobSpec spec;
    std::vector<std::string> names;

    Bench(std::vector<ModelTensor> tensors, const std::vector<test::SmallEntry> &entries)
    {
        model.name = "small";
        model.tensors = std::move(tensors);
        spec.imatrix = folder.filePath("m.gguf").toStdString();
        test::writeSmallMatrix(spec.imatrix, entries);
        for (const ModelTensor &tensor : model.tensors)
            names.push_back(tensor.name);
    }
    Result<std::optional<ImportancePlan>> plan() const { return planImportance(spec, model, names); }

    /// A job that quantizes all tensors with importance.
    PreparedJob job() const
    {
        PreparedJob made{&model, spec};
        made.importance = std::make_shared<const ImportancePlan>(plan().value().value());
        Variant variant;
        variant.decisions.resize(model.tensors.size());
        for (TensorDecision &decision : variant.decisions)
            decision.type = TensorType::Q4_K;
        made.variants.push_back(variant);
        return made;
    }
};

QByteArray all(const std::vector<std::string> &notes)
{
    QByteArray text;
    for (const std::string &note : notes)
        text += QByteArray::fromStdString(note) + "\n";
    return text;
}

} // namespace

class TestImportance : public QObject
{
    Q_OBJECT

private slots:
    void noMatrixNoPlan();
    void entriesGoToTensorsOfTheirName();
    void sizesHaveToAgree();
    void embeddingsOfAnotherSizeAreOnlyNoted();
    void aMatrixOfAnotherModelIsRefused();
    void filtersChooseEntries();
    void anUnfinishedMatrixIsNoted();
    void filtersContradict();
    void entriesWithoutATensorAreNoted();
    void expertsWithoutCountsAreNoted();
    void mergedExpertsFromSingleOnes();
    void singleExpertsFromMergedOnes();
    void emptyTensorsNeedNothing();
    void onlyWhatIsUsedIsHeld();
    void unusedEntriesAreCheckedToo();
    void keysTellOfTheMatrix();
};

void TestImportance::noMatrixNoPlan()
{
    const auto none = planImportance(JobSpec(), Model(), {});
    QVERIFY(none.has_value() && !none->has_value());
    JobSpec spec;
    spec.includeWeights = {"ffn"};
    QCOMPARE(planImportance(spec, Model(), {}).error().code, ErrorCode::Usage);
    spec.imatrix = "/nowhere/m.gguf";
    const auto absent = planImportance(spec, Model(), {});
    QVERIFY(!absent && absent.error().message.find("/nowhere/m.gguf") != std::string::npos);
}

void TestImportance::entriesGoToTensorsOfTheirName()
{
    const Bench bench({tensorOf("token_embd.weight", {4, 9}), tensorOf("blk.0.attn_q.weight", {4, 3}),
                       tensorOf("blk.0.ffn_up_exps.weight", {4, 3, 2}), tensorOf("blk.0.attn_norm.weight", {4}),
                       tensorOf("blk.0.attn_v.weight", {4, 3})},
                      {{"blk.0.ffn_up_exps.weight", counted(8), 2}, {"blk.0.attn_q.weight", counted(4, 10)}});
    const auto plan = bench.plan();
    QVERIFY(plan.has_value() && plan->has_value());
    const std::vector<bool> has{false, true, true, false, false};
    for (std::size_t t = 0; t < has.size(); ++t)
        QCOMPARE(!(*plan)->tensors[t].empty(), has[t]);
    QVERIFY2(all((*plan)->notes).contains("no entry for blk.0.attn_v.weight"), all((*plan)->notes));
    QVERIFY(!all((*plan)->notes).contains("token_embd")); // it never has one
    Ledger ledger;
    const PreparedJob job = bench.job();
    const auto values = ImportanceValues::load(job, ledger);
    QVERIFY(values.has_value());
    const std::vector<float> query = counted(4, 10), experts = counted(8);
    QVERIFY(std::ranges::equal(values->of(1), query));
    QVERIFY(std::ranges::equal(values->of(2), experts));
    QVERIFY(values->of(0).empty() && values->of(4).empty());
}

void TestImportance::sizesHaveToAgree()
{
    const Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3}), tensorOf("blk.0.ffn_up_exps.weight", {4, 3, 2})},
                      {{"blk.0.attn_q.weight", counted(4)}, {"blk.0.ffn_up_exps.weight", counted(4)}});
    const auto plan = bench.plan();
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, ErrorCode::BadInput);
    QCOMPARE(plan.error().tensor, std::string("blk.0.ffn_up_exps.weight"));
    QVERIFY2(plan.error().message.find("4 values for blk.0.ffn_up_exps.weight, expected 8") != std::string::npos,
             plan.error().message.c_str());
}

void TestImportance::embeddingsOfAnotherSizeAreOnlyNoted()
{
    const Bench bench({tensorOf("token_embd.weight", {4, 9}), tensorOf("blk.0.attn_q.weight", {4, 3})},
                      {{"blk.0.attn_q.weight", counted(4)}, {"token_embd.weight", counted(7)}});
    const auto plan = bench.plan();
    QVERIFY(plan.has_value());
    QVERIFY((*plan)->tensors[0].empty());
    QVERIFY2(all((*plan)->notes).contains("7 values for token_embd.weight, expected 4"), all((*plan)->notes));
}

void TestImportance::aMatrixOfAnotherModelIsRefused()
{
    const Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3})}, {{"blk.0.attn_qkv.weight", counted(4)}});
    const auto plan = bench.plan();
    QVERIFY(!plan.has_value());
    QCOMPARE(plan.error().code, ErrorCode::BadInput);
    for (const char *part : {"'blk.0.attn_qkv.weight'", "'blk.0.attn_q.weight'", "small"})
        QVERIFY2(plan.error().message.find(part) != std::string::npos, plan.error().message.c_str());
}

void TestImportance::filtersChooseEntries()
{
    Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3}), tensorOf("blk.0.ffn_up.weight", {4, 3})},
                {{"blk.0.attn_q.weight", counted(4)}, {"blk.0.ffn_up.weight", counted(4)}});
    bench.spec.excludeWeights = {"attn", "nosuch"};
    const auto without = bench.plan();
    QVERIFY(without.has_value());
    QCOMPARE((*without)->matrix.entries.size(), std::size_t(1));
    QVERIFY((*without)->removed.contains("blk.0.attn_q.weight") && (*without)->removed.size() == 1);
    QVERIFY((*without)->tensors[0].empty() && !(*without)->tensors[1].empty());
    QVERIFY2(all((*without)->notes).contains("--exclude-weights nosuch matches no entry"), all((*without)->notes));
    bench.spec.excludeWeights.clear();
    bench.spec.includeWeights = {"attn"};
    const auto only = bench.plan();
    QVERIFY(only.has_value() && !(*only)->tensors[0].empty() && (*only)->tensors[1].empty());
    bench.spec.includeWeights = {"nosuch"};
    const auto none = bench.plan();
    QVERIFY(none.has_value() && (*none)->matrix.entries.empty());
    QVERIFY(all((*none)->notes).contains("as if there were none"));
}

void TestImportance::entriesWithoutATensorAreNoted()
{
    Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3})}, {{"blk.0.attn_q.weight", counted(4)},
                                                            {"blk.0.attn_qkv.weight", counted(4)},
                                                            {"blk.1.attn_q.weight", counted(4)}});
    const QByteArray notes = all(bench.plan().value()->notes);
    QVERIFY2(notes.contains("2 of 3 entries") && notes.contains("(first: 'blk.0.attn_qkv.weight')"), notes);
    bench.spec.pruneLayers = "1"; // then it is no wonder that layer 1 is not there
    QVERIFY(all(bench.plan().value()->notes).contains("1 of 3 entries"));
}

void TestImportance::expertsWithoutCountsAreNoted()
{
    const Bench bench({tensorOf("blk.0.ffn_up_exps.weight", {4, 3, 3})},
                      {{"blk.0.ffn_up_exps.weight", counted(12), 3, {5, 0, 0}}});
    const QByteArray notes = all(bench.plan().value()->notes);
    QVERIFY2(notes.contains("not seen 2 of 3 experts in 1 tensor (first: blk.0.ffn_up_exps.weight, 2 of 3)"), notes);
}

void TestImportance::anUnfinishedMatrixIsNoted()
{
    const Bench bench({tensorOf("blk.0.attn_q.weight", {2, 3})}, {{"blk.0.attn_q.weight", counted(2)}});
    QVERIFY(!all(bench.plan().value()->notes).contains("stopped"));
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare("blk.0.attn_q.weight", 2) && sums.add("blk.0.attn_q.weight", 0, counted(2), 5));
    QVERIFY(writeImportance(bench.spec.imatrix, {{"t"}, 3, 512, 8, "", ""}, sums, Overwrite::Yes));
    const QByteArray notes = all(bench.plan().value()->notes);
    QVERIFY2(notes.contains("stopped after 3 of 8 chunks"), notes);
}

void TestImportance::filtersContradict()
{
    Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3})}, {{"blk.0.attn_q.weight", counted(4)}});
    bench.spec.includeWeights = bench.spec.excludeWeights = {"attn"};
    QCOMPARE(bench.plan().error().code, ErrorCode::Usage);
}

void TestImportance::mergedExpertsFromSingleOnes()
{
    const Bench bench({tensorOf("blk.0.ffn_up_exps.weight", {4, 3, 3})},
                      {{"blk.0.ffn_up.0.weight", counted(4)}, {"blk.0.ffn_up.2.weight", counted(4, 20)}});
    const QByteArray notes = all(bench.plan().value()->notes);
    QVERIFY(notes.contains("merged experts") && !notes.contains("fit no tensor"));
    QVERIFY2(notes.contains("not seen 1 of 3 experts in 1 tensor (first: blk.0.ffn_up_exps.weight, 1 of 3)"), notes);
    Ledger ledger;
    const PreparedJob job = bench.job();
    const auto values = ImportanceValues::load(job, ledger);
    QVERIFY(values.has_value());
    const std::vector<float> expected{1, 2, 3, 4, 1, 1, 1, 1, 20, 21, 22, 23};
    QVERIFY(std::ranges::equal(values->of(0), expected));
}

void TestImportance::singleExpertsFromMergedOnes()
{
    const Bench bench({tensorOf("blk.0.ffn_up.1.weight", {4, 3}), tensorOf("blk.0.ffn_up.2.weight", {4, 3})},
                      {{"blk.0.ffn_up_exps.weight", counted(8), 2}});
    Ledger ledger;
    const PreparedJob job = bench.job();
    const auto values = ImportanceValues::load(job, ledger);
    QVERIFY(values.has_value());
    const std::vector<float> expected{5, 6, 7, 8};
    QVERIFY(std::ranges::equal(values->of(0), expected));
    QVERIFY(values->of(1).empty()); // the matrix knows two experts only
}

void TestImportance::emptyTensorsNeedNothing()
{
    const Bench bench({tensorOf("blk.0.ffn_up.1.weight", {0, 3}), tensorOf("blk.0.attn_q.weight", {4, 3})},
                      {{"blk.0.ffn_up_exps.weight", counted(8), 2}, {"blk.0.attn_q.weight", counted(4)}});
    const auto plan = bench.plan();
    QVERIFY(plan.has_value() && (*plan)->tensors[0].empty() && !(*plan)->tensors[1].empty());
}

void TestImportance::onlyWhatIsUsedIsHeld()
{
    const Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3}), tensorOf("blk.0.attn_v.weight", {4, 3}),
                       tensorOf("blk.0.ffn_up.weight", {4, 3})},
                      {{"blk.0.attn_q.weight", counted(4)},
                       {"blk.0.attn_v.weight", counted(4)},
                       {"blk.0.ffn_up.weight", counted(4)}});
    PreparedJob job = bench.job();
    job.variants[0].decisions[0].type = TensorType::Q8_0; // does not look at importance
    job.variants[0].decisions[1].type = TensorType::F32;  // copied
    QCOMPARE(job.importanceBytes(), std::uint64_t(16));
    Ledger ledger;
    {
        const auto values = ImportanceValues::load(job, ledger);
        QVERIFY(values.has_value());
        QCOMPARE(ledger.figures().nowBytes[0][static_cast<std::size_t>(Component::Statistics)], std::uint64_t(16));
        QVERIFY(values->of(0).empty() && values->of(1).empty() && values->of(2).size() == 4);
    }
    QCOMPARE(ledger.figures().totalBytes[0], std::uint64_t(0));
    QVERIFY(!job.needsWholeRows(2));
    job.variants[0].decisions[2].type = TensorType::Q4_1;
    QVERIFY(job.needsWholeRows(2));
}

void TestImportance::unusedEntriesAreCheckedToo()
{
    std::vector<float> bad = counted(40000);
    bad[39999] = std::numeric_limits<float>::quiet_NaN();
    const Bench bench({tensorOf("blk.0.attn_q.weight", {4, 3})}, {{"blk.0.attn_q.weight", counted(4)}, {"other", bad}});
    const PreparedJob job = bench.job();
    Ledger ledger;
    const auto values = ImportanceValues::load(job, ledger);
    QVERIFY(!values.has_value());
    QVERIFY2(values.error().message.find("'other' has NaN for column 39999") != std::string::npos,
             values.error().message.c_str());
}

void TestImportance::keysTellOfTheMatrix()
{
    Imatrix matrix;
    matrix.entries.resize(7);
    matrix.chunkCount = 12;
    matrix.datasets = {"first.txt", "second.txt"};
    GgufMetadata metadata;
    // Cut at 127 bytes the name would end inside its last character, which has two.
    std::string name(126, 'x');
    name.append("\xC3\xA4\xC3\xA4");
    setImportanceKeys(metadata, name, matrix);
    QCOMPARE(metadata.stringAt("quantize.imatrix.file").value(), std::string(126, 'x'));
    QCOMPARE(metadata.stringAt("quantize.imatrix.dataset").value(), std::string("first.txt"));
    QCOMPARE(metadata.unsignedAt("quantize.imatrix.entries_count").value(), std::uint64_t(7));
    QCOMPARE(metadata.unsignedAt("quantize.imatrix.chunks_count").value(), std::uint64_t(12));
    GgufMetadata bare;
    setImportanceKeys(bare, "m.dat", Imatrix());
    QCOMPARE(bare.entries().size(), std::size_t(2));
}

QTEST_APPLESS_MAIN(TestImportance)
#include "tst_importance.moc"
