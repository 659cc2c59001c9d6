// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance on its way to the kernels: every row with its expert's values, however slices fall; blocks it would break.

#include "core/base/inputfile.h"
#include "core/formats/gguf.h"
#include "core/jobs/figures.h"
#include "core/jobs/run.h"
#include "core/quant/typekernel.h"
#include "tests/jobs/smallmodel.h"

#include <QTemporaryDir>
#include <QTest>

using namespace snug;

namespace {

constexpr std::uint64_t kExperts = 3;
constexpr std::uint64_t kHidden = 512;

/// Values that differ from column to column and from expert to expert, some of them 0.
std::vector<float> importanceOf(std::uint64_t count, float scale)
{
    std::vector<float> values(count);
    for (std::uint64_t i = 0; i < count; ++i)
        values[i] = scale * static_cast<float>((i * 37 + i / kHidden * 11) % 101);
    return values;
}

test::SmallModel expertModel(std::uint64_t experts = kExperts)
{
    test::SmallModel model;
    model.layers = 1;
    model.hidden = kHidden;
    model.feedForward = 6;
    model.vocabulary = 8;
    model.experts = experts;
    return model;
}

std::vector<test::SmallEntry> matrixFor(std::uint64_t experts = kExperts, float scale = 0.25F)
{
    std::vector<test::SmallEntry> entries{
        {"blk.0.ffn_up_exps.weight", importanceOf(kHidden * experts, scale), experts}};
    for (const char *name : {"attn_k", "attn_output", "attn_q", "attn_v", "ffn_up"})
        entries.push_back({std::string("blk.0.") + name + ".weight", importanceOf(kHidden, scale)});
    return entries;
}

struct Bench
{
    QTemporaryDir folder;
    JobSpec spec;

    Bench(const test::SmallModel &model, const std::vector<test::SmallEntry> &matrix, const std::string &level)
    {
        test::writeSmallModel(path("in.gguf"), model);
        test::writeSmallMatrix(path("m.gguf"), matrix);
        spec.model = path("in.gguf");
        spec.imatrix = path("m.gguf");
        spec.output = path("out.gguf");
        spec.levels = {level};
        spec.pure = true;
        spec.overwrite = true;
    }
    std::string path(const char *name) const { return folder.filePath(name).toStdString(); }

    JobReport run(std::uint64_t sliceWeights, int threads)
    {
        JobContext context;
        context.sliceWeights = sliceWeights;
        spec.threads = threads;
        JobReport report = snug::run(spec, context);
        ledgerPeak = report.peaks.ledgerBytes;
        return report;
    }
    std::uint64_t ledgerPeak = 0;
};

std::vector<unsigned char> tensorBytesIn(const std::string &path, std::string_view name)
{
    const auto file = InputFile::open(path);
    const auto header = readGgufHeader(*file);
    for (const GgufTensor &tensor : header->tensors)
        if (tensor.name == name) {
            std::vector<unsigned char> bytes(tensor.sizeBytes);
            if (file->readAt(tensor.offset, std::as_writable_bytes(std::span(bytes))))
                return bytes;
        }
    return {};
}

std::vector<float> floatsIn(const std::string &path, std::string_view name)
{
    const std::vector<unsigned char> bytes = tensorBytesIn(path, name);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

/// A tensor quantized row by row with its expert's values; blocks they would break without. `broken` counts those.
std::vector<unsigned char> expectedBytes(const std::vector<float> &values, const std::vector<float> &importance,
                                         std::uint64_t rowsPerExpert, TensorType type, std::uint64_t &broken)
{
    const kernels::BlockKernel &kernel = *kernelFor(type);
    const std::size_t rowBytes =
        kHidden / static_cast<std::size_t>(kernel.blockLength) * static_cast<std::size_t>(kernel.blockBytes);
    std::vector<unsigned char> bytes(values.size() / kHidden * rowBytes);
    for (std::size_t row = 0; row < values.size() / kHidden; ++row) {
        const float *from = values.data() + row * kHidden;
        unsigned char *to = bytes.data() + row * rowBytes;
        if (kernel.quantizeRow(from, to, kHidden, importance.data() + row / rowsPerExpert * kHidden))
            continue;
        std::vector<unsigned char> plain(rowBytes);
        kernel.quantizeRow(from, plain.data(), kHidden, nullptr);
        for (std::size_t at = 0; at < rowBytes; at += static_cast<std::size_t>(kernel.blockBytes))
            if (!kernel.isFinite(to + at)) {
                std::memcpy(to + at, plain.data() + at, static_cast<std::size_t>(kernel.blockBytes));
                ++broken;
            }
    }
    return bytes;
}

void addLevels()
{
    QTest::addColumn<QByteArray>("level");
    // Whole rows: Q4_0, Q5_1. Blocks of 256 and 32: the others. No importance at all: Q8_0.
    for (const char *level : {"Q4_0", "Q5_1", "Q4_K_S", "Q6_K", "IQ4_NL", "IQ3_S", "IQ2_XS", "IQ1_M", "Q8_0"})
        QTest::newRow(level) << QByteArray(level);
}

} // namespace

class TestWeighted : public QObject
{
    Q_OBJECT

private slots:
    void everyRowGetsItsExpertsValues_data() { addLevels(); }
    void everyRowGetsItsExpertsValues();
    void brokenBlocksGoWithout_data() { addLevels(); }
    void brokenBlocksGoWithout();
    void manyExpertsNeedNoMoreMemory();
    void theMatrixCountsAgainstTheLimit();
};

void TestWeighted::everyRowGetsItsExpertsValues()
{
    QFETCH(QByteArray, level);
    Bench bench(expertModel(), matrixFor(), level.toStdString());
    const TensorType type = findFileType(level.toStdString())->base;
    for (const std::uint64_t sliceWeights : {std::uint64_t(0), std::uint64_t(256), std::uint64_t(1280)}) {
        const JobReport report = bench.run(sliceWeights, 3);
        QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "");
        for (const test::SmallEntry &entry : matrixFor()) {
            std::uint64_t broken = 0;
            const std::vector<float> values = floatsIn(bench.spec.model, entry.name);
            const std::uint64_t rowsPerExpert = values.size() / kHidden / entry.experts;
            QVERIFY2(tensorBytesIn(bench.spec.output, entry.name) ==
                         expectedBytes(values, entry.values, rowsPerExpert, type, broken),
                     entry.name.c_str());
            QCOMPARE(broken, std::uint64_t(0));
        }
    }
}

void TestWeighted::brokenBlocksGoWithout()
{
    QFETCH(QByteArray, level);
    const auto matrix = matrixFor(kExperts, 3e36F); // sums of these overflow
    Bench bench(expertModel(), matrix, level.toStdString());
    const TensorType type = findFileType(level.toStdString())->base;
    const JobReport report = bench.run(1280, 2);
    QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "");
    std::uint64_t counted = 0, broken = 0;
    for (const TensorReport &tensor : report.tensors)
        counted += tensor.unweightedBlocks;
    for (const test::SmallEntry &entry : matrix) {
        const std::vector<float> values = floatsIn(bench.spec.model, entry.name);
        const std::uint64_t rowsPerExpert = values.size() / kHidden / entry.experts;
        const auto expected = expectedBytes(values, entry.values, rowsPerExpert, type, broken);
        QVERIFY2(tensorBytesIn(bench.spec.output, entry.name) == expected, entry.name.c_str());
    }
    QCOMPARE(counted, broken);
    const QSet<QByteArray> sturdy{"Q8_0", "Q5_1", "Q6_K", "IQ2_XS"}; // what they store stays finite even so
    QVERIFY(broken > 0 || sturdy.contains(level));
    const bool told = std::ranges::any_of(report.notes, [](const std::string &note) {
        return note.find("quantized without the importance matrix") != std::string::npos;
    });
    QCOMPARE(told, broken > 0);
}

void TestWeighted::manyExpertsNeedNoMoreMemory()
{
    const std::uint64_t slice = 4096;
    std::vector<std::uint64_t> buffers;
    for (const std::uint64_t experts : {std::uint64_t(2), std::uint64_t(128)}) {
        Bench bench(expertModel(experts), matrixFor(experts), "Q4_K_S");
        const JobReport report = bench.run(slice, 2);
        QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "");
        const std::uint64_t matrixBytes = (5 + experts) * kHidden * sizeof(float);
        QVERIFY(bench.ledgerPeak > matrixBytes);
        buffers.push_back(bench.ledgerPeak - matrixBytes);
    }
    QCOMPARE(buffers[1], buffers[0]);
}

void TestWeighted::theMatrixCountsAgainstTheLimit()
{
    Bench bench(expertModel(128), matrixFor(128), "Q4_K_S");
    const auto model = openModel(bench.spec.model);
    const auto job = prepare(bench.spec, *model);
    QVERIFY(job.has_value());
    Machine machine;
    machine.memory.process.residentBytes = 10 << 20;
    machine.secondsPerWeight = [](TensorType, Importance) { return 1e-9; };
    const auto free = runFigures(*job, machine);
    QCOMPARE(free->ramPeakBytes, free->baseBytes + free->shape.memoryBytes() + job->importanceBytes());
    PreparedJob limited = *job;
    limited.spec.ramLimitBytes = free->baseBytes + job->importanceBytes() / 2;
    const auto refused = runFigures(limited, machine);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::DoesNotFit);
    QVERIFY(refused.error().message.find("importance matrix needs") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestWeighted)
#include "tst_weighted.moc"
