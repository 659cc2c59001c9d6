// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices in files: bytes as the reference writes them, runs that stop and go on, files that are damaged.

#include "core/base/inputfile.h"
#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "core/formats/imatrix.h"
#include "core/formats/imatrixwriter.h"
#include "tests/calib/importancefiles.h"
#include "tests/support/shareddata.h"

#include <QTest>

#include <limits>

using namespace snug;

namespace fs = std::filesystem;
using test::addChunk, test::kExperts, test::kQuery, test::recordOf, test::says;

class TestImportanceFile : public QObject
{
    Q_OBJECT

private slots:
    void goldenFilesComeBackByteForByte_data();
    void goldenFilesComeBackByteForByte();
    void keysTensorsAndShapes();
    void weightsWithoutRowsAreLeftOut();
    void whatIsReadIsWhatWasWritten();
    void aRunThatStoppedEndsWithTheSameBytes();
    void anUnfinishedFileServesOtherReaders();
    void continuingChecksModelTextAndLength_data();
    void continuingChecksModelTextAndLength();
    void writingRefuses_data();
    void writingRefuses();
    void existingFilesStay();
    void damagedFilesAreRefused_data();
    void damagedFilesAreRefused();
    void cutFilesAreRefused();
    void limitsAreKept();
};

void TestImportanceFile::goldenFilesComeBackByteForByte_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char *name : {"llama-f16", "llama-full-bf16", "mixtral-f16", "qwen2moe-bf16", "tiny-odd-rows-f32"})
        QTest::newRow(name) << QByteArray(name);
}

void TestImportanceFile::goldenFilesComeBackByteForByte()
{
    SNUG_REQUIRE_SHARED("golden/files/llama-f16.imatrix.gguf");
    QFETCH(QByteArray, name);
    const fs::path path = test::sharedData(("golden/files/" + name + ".imatrix.gguf").toStdString());
    test::ImportanceFiles files;
    const auto matrix = readImportance(path, files.ledger);
    QVERIFY2(matrix, matrix ? "" : matrix.error().message.c_str());
    QVERIFY(writeImportance(files.at("m.gguf"), matrix->record, matrix->sums, Overwrite::No));
    QVERIFY(files.bytes("m.gguf") == test::readWhole(path));
}

void TestImportanceFile::keysTensorsAndShapes()
{
    test::ImportanceFiles files;
    QVERIFY(files.write("m.gguf", 0, 2, recordOf(0)));
    const auto file = InputFile::open(files.at("m.gguf"));
    const auto header = readGgufHeader(*file);
    QVERIFY(header.has_value());
    std::vector<std::string> keys;
    for (const auto &[key, value] : header->metadata.entries())
        keys.push_back(key);
    const std::vector<std::string> expected{"general.type",       "imatrix.datasets",   "imatrix.chunk_count",
                                            "imatrix.chunk_size", "snug.imatrix.model", "snug.imatrix.text"};
    QCOMPARE(keys, expected);
    QCOMPARE(header->metadata.stringAt("general.type").value(), std::string("imatrix"));
    QCOMPARE(header->metadata.unsignedAt("imatrix.chunk_count").value(), std::uint64_t(2));
    QCOMPARE(header->metadata.unsignedAt("imatrix.chunk_size").value(), std::uint64_t(4));
    QCOMPARE(header->tensors.size(), std::size_t(4));
    QCOMPARE(header->tensors[0].name, kQuery + ".in_sum2");
    QCOMPARE(header->tensors[1].name, kQuery + ".counts");
    QCOMPARE(header->tensors[3].name, kExperts + ".counts");
    QVERIFY((header->tensors[0].dims == std::vector<std::uint64_t>{3, 1}));
    QVERIFY((header->tensors[1].dims == std::vector<std::uint64_t>{1, 1}));
    QVERIFY((header->tensors[2].dims == std::vector<std::uint64_t>{2, 4}));
    QVERIFY((header->tensors[3].dims == std::vector<std::uint64_t>{1, 4}));
    QVERIFY(std::ranges::all_of(header->tensors, [](const auto &t) { return t.type == TensorType::F32; }));
}

void TestImportanceFile::weightsWithoutRowsAreLeftOut()
{
    test::ImportanceFiles files;
    QVERIFY(files.write("m.gguf", 0, 1, recordOf(0)));
    const auto matrix = files.read("m.gguf");
    QVERIFY(matrix.has_value());
    const auto entries = matrix->sums.entries();
    QCOMPARE(entries.size(), std::size_t(2)); // not that of layer 1
    QVERIFY(std::ranges::equal(entries[1].counts, std::vector<std::uint64_t>{3, 0, 0, 0}));
    QVERIFY(coverageNotes(matrix->sums)[0].find(kExperts + " 1 of 4") != std::string::npos);
    ImportanceSums none(files.ledger);
    QVERIFY(none.declare(kQuery, 2));
    const auto written = writeImportance(files.at("none.gguf"), recordOf(0), none, Overwrite::No);
    QVERIFY(!written && written.error().code == ErrorCode::BadInput && !fs::exists(files.at("none.gguf")));
}

void TestImportanceFile::whatIsReadIsWhatWasWritten()
{
    test::ImportanceFiles files;
    QVERIFY(files.write("m.gguf", 0, 5, recordOf(0)));
    const auto matrix = files.read("m.gguf");
    QVERIFY(matrix.has_value());
    QCOMPARE(matrix->record.datasets, std::vector<std::string>{"wiki.txt"});
    QCOMPARE(matrix->record.chunkCount, std::uint64_t(5));
    QCOMPARE(matrix->record.chunkSize, std::uint64_t(4));
    QCOMPARE(matrix->record.model, std::string("model-1"));
    QCOMPARE(matrix->record.text, std::string("text-1"));
    QVERIFY(!matrix->record.unfinished());
    double sum = 0;
    for (int i = 0; i < 5; ++i)
        sum += 1.0F / static_cast<float>(3 + i);
    QCOMPARE(matrix->sums.entries()[0].sums[0], static_cast<double>(static_cast<float>(sum)));
    QVERIFY(std::ranges::equal(matrix->sums.entries()[1].counts, std::vector<std::uint64_t>{6, 6, 3, 0}));
}

void TestImportanceFile::aRunThatStoppedEndsWithTheSameBytes()
{
    test::ImportanceFiles files;
    constexpr int kChunks = 40;
    QVERIFY(files.write("whole.gguf", 0, kChunks, recordOf(0)));
    const fs::path resume = importanceResumePath(files.at("m.gguf"));
    QCOMPARE(resume, files.at("m.gguf.resume"));
    ImportanceRecord record = recordOf(0);
    record.chunksPlanned = kChunks;
    for (int at = 0; at < kChunks;) {
        ImportanceSums sums(files.ledger);
        if (at > 0) {
            auto found = readImportance(resume, files.ledger);
            QVERIFY2(found, found ? "" : found.error().message.c_str());
            QCOMPARE(found->record.chunkCount, static_cast<std::uint64_t>(at));
            QVERIFY(found->record.unfinished() && checkContinues(found->record, record, resume));
            sums = std::move(found->sums);
        }
        for (int i = 0; i < 7 && at < kChunks; ++i, ++at)
            QVERIFY(addChunk(sums, at));
        record.chunkCount = static_cast<std::uint64_t>(at);
        const fs::path path = at < kChunks ? resume : files.at("m.gguf");
        QVERIFY(writeImportance(path, record, sums, Overwrite::Yes));
    }
    QVERIFY(files.bytes("m.gguf") == files.bytes("whole.gguf"));
}

void TestImportanceFile::anUnfinishedFileServesOtherReaders()
{
    test::ImportanceFiles files;
    ImportanceRecord record = recordOf(0);
    QVERIFY(files.write("whole.gguf", 0, 9, record));
    record.chunksPlanned = 100;
    QVERIFY(files.write("part.gguf", 0, 9, record));
    std::vector<std::vector<float>> values;
    for (const char *name : {"whole.gguf", "part.gguf"}) {
        const auto file = InputFile::open(files.at(name));
        const FileSource source(*file);
        const auto matrix = readImatrix(source);
        QVERIFY2(matrix, matrix ? "" : matrix.error().message.c_str());
        QCOMPARE(matrix->entries.size(), std::size_t(2));
        values.emplace_back(matrix->entries[1].valueCount);
        QVERIFY(readImatrixValues(source, matrix->entries[1], 0, values.back()));
    }
    QVERIFY(values[0] == values[1]);
    QCOMPARE(values[0][6], 1.0F); // of the expert that was not reached
}

void TestImportanceFile::continuingChecksModelTextAndLength_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("chunkSize");
    QTest::addColumn<int>("planned");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("same") << QByteArray("model-1") << QByteArray("text-1") << 4 << 9 << QByteArray();
    QTest::newRow("done") << QByteArray("model-1") << QByteArray("text-1") << 4 << 5 << QByteArray();
    QTest::newRow("model") << QByteArray("model-2") << QByteArray("text-1") << 4 << 9 << QByteArray("another model");
    QTest::newRow("text") << QByteArray("model-1") << QByteArray("text-2") << 4 << 9 << QByteArray("another text");
    QTest::newRow("length") << QByteArray("model-1") << QByteArray("text-1") << 8 << 9
                            << QByteArray("4 tokens, 8 are wanted");
    QTest::newRow("too far") << QByteArray("model-1") << QByteArray("text-1") << 4 << 3
                             << QByteArray("5 chunks already, 3 are wanted");
}

void TestImportanceFile::continuingChecksModelTextAndLength()
{
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, text);
    QFETCH(int, chunkSize);
    QFETCH(int, planned);
    QFETCH(QByteArray, named);
    const ImportanceRecord wanted{{},
                                  0,
                                  static_cast<std::uint64_t>(chunkSize),
                                  static_cast<std::uint64_t>(planned),
                                  model.toStdString(),
                                  text.toStdString()};
    const auto checked = checkContinues(recordOf(5), wanted, "m.gguf.resume");
    QCOMPARE(checked.has_value(), named.isEmpty());
    if (checked)
        return;
    QCOMPARE(checked.error().code, ErrorCode::BadInput);
    QVERIFY2(says(checked.error(), named.toStdString()) && says(checked.error(), "m.gguf.resume"),
             checked.error().message.c_str());
}

void TestImportanceFile::writingRefuses_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<double>("sum");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("too large") << QByteArray("w") << 1e39 << QByteArray("column 0 of w is 1e+39");
    QTest::newRow("NaN") << QByteArray("w") << std::numeric_limits<double>::quiet_NaN() << QByteArray("is NaN");
    QTest::newRow("long name") << QByteArray(60, 'w') << 1.0 << QByteArray("1 to 53 bytes");
    QTest::newRow("control") << QByteArray("w\n") << 1.0 << QByteArray("plain text");
    QTest::newRow("no name") << QByteArray() << 1.0 << QByteArray("1 to 53 bytes");
}

void TestImportanceFile::writingRefuses()
{
    QFETCH(QByteArray, name);
    QFETCH(double, sum);
    QFETCH(QByteArray, named);
    test::ImportanceFiles files;
    const std::vector<double> sums{sum};
    const std::vector<std::uint64_t> counts{1};
    const auto written = writeImatrix(files.at("m.gguf"), {}, {{name.toStdString(), sums, counts}});
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::BadInput);
    QVERIFY2(says(written.error(), named.toStdString()), written.error().message.c_str());
    QVERIFY(!fs::exists(files.at("m.gguf")) && !fs::exists(files.at("m.gguf.part")));
}

void TestImportanceFile::existingFilesStay()
{
    test::ImportanceFiles files;
    QVERIFY(files.write("m.gguf", 0, 1, recordOf(0)));
    const test::Bytes before = files.bytes("m.gguf");
    ImportanceSums sums(files.ledger);
    QVERIFY(addChunk(sums, 5));
    QCOMPARE(writeImportance(files.at("m.gguf"), recordOf(1), sums, Overwrite::No).error().code, ErrorCode::Usage);
    ImportanceRecord many = recordOf(std::uint64_t(1) << 31);
    QCOMPARE(writeImportance(files.at("m.gguf"), many, sums, Overwrite::Yes).error().code, ErrorCode::BadInput);
    QVERIFY(files.bytes("m.gguf") == before);
}

void TestImportanceFile::damagedFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char *name, float count, std::uint32_t exactType, double exact, const char *named) {
        test::GgufBytes file(3, 2);
        file.key("imatrix.datasets", GgufValue::strings(std::vector<std::string>{"t"}))
            .key("imatrix.chunk_count", GgufValue::u32(1))
            .tensor("w.in_sum2", {1, 1}, 0, 0)
            .tensor("w.counts", {1, 1}, 0, 32)
            .tensor("w.snug_sum2", {1, 1}, exactType, 64)
            .data(0);
        const auto pad = [&](std::size_t bytes) {
            for (std::size_t i = 0; i < bytes; ++i)
                file.number(std::uint8_t{0});
        };
        file.number(0.1F);
        pad(28);
        file.number(count);
        pad(28);
        file.number(exact);
        const auto *first = reinterpret_cast<const char *>(file.bytes().data());
        QTest::newRow(name) << QByteArray(first, qsizetype(file.bytes().size())) << QByteArray(named);
    };
    constexpr std::uint32_t kF32 = 0, kF64 = 28;
    row("sound", 2, kF64, 0.1, "");
    row("half a row", 1.5F, kF64, 0.1, "count of 1.5; counts are whole numbers");
    row("less than none", -1, kF64, 0.1, "count of -1");
    row("too many", 1e18F, kF64, 0.1, "count of 1e+18");
    row("NaN rows", std::numeric_limits<float>::quiet_NaN(), kF64, 0.1, "count of NaN");
    row("unrounded floats", 2, kF32, 0.1, "unrounded sums that are no doubles");
    row("unrounded others", 2, kF64, 0.11, "has 0.1 for column 0, unrounded 0.11");
    row("unrounded NaN", 2, kF64, std::numeric_limits<double>::quiet_NaN(), "'w' has NaN");
    row("unrounded negative", 2, kF64, -0.1, "'w' has -0.1");
}

void TestImportanceFile::damagedFilesAreRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, named);
    test::ImportanceFiles files;
    QVERIFY(test::writeWhole(files.at("m"), test::bytesOf({file.constData(), std::size_t(file.size())})));
    const auto matrix = files.read("m");
    QCOMPARE(matrix.has_value(), named.isEmpty());
    if (matrix) {
        QCOMPARE(matrix->sums.entries()[0].sums[0], 0.1);
        return;
    }
    QCOMPARE(matrix.error().code, ErrorCode::BadInput);
    QVERIFY2(says(matrix.error(), named.toStdString()), matrix.error().message.c_str());
}

void TestImportanceFile::cutFilesAreRefused()
{
    test::ImportanceFiles files;
    ImportanceRecord record = recordOf(0);
    record.chunksPlanned = 10;
    QVERIFY(files.write("m", 0, 2, record));
    const test::Bytes whole = files.bytes("m"); // ends with a full block, without padding
    for (std::size_t size = 0; size < whole.size(); size += 5) {
        QVERIFY(test::writeWhole(files.at("cut"), std::span(whole).first(size)));
        const auto matrix = files.read("cut");
        QVERIFY2(!matrix, std::to_string(size).c_str());
        QVERIFY2(matrix.error().code == ErrorCode::BadInput, matrix.error().message.c_str());
    }
    QVERIFY(test::writeWhole(files.at("cut"), std::span(whole).first(whole.size() - 1)));
    QVERIFY(!files.read("cut") && files.read("m"));
    QCOMPARE(files.read("nowhere").error().code, ErrorCode::Io);
}

void TestImportanceFile::limitsAreKept()
{
    test::ImportanceFiles files;
    QVERIFY(files.write("m", 0, 2, recordOf(0)));
    files.ledger.setLimit(Place::Host, 120);
    QCOMPARE(files.read("m").error().code, ErrorCode::DoesNotFit);
    QCOMPARE(files.ledger.figures().totalBytes[0], std::uint64_t(0));
}

QTEST_APPLESS_MAIN(TestImportanceFile)
#include "tst_importancefile.moc"
