// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The safetensors reader on sound files, on malformed ones, and on files cut short anywhere.

#include "core/base/inputfile.h"
#include "core/formats/bytesource.h"
#include "core/formats/safetensors.h"
#include "tests/formats/testfiles.h"
#include "tests/support/shareddata.h"

#include <QJsonArray>
#include <QtTest>

using namespace snug;
using namespace snug::test;

namespace {

Result<std::vector<SafetensorsTensor>> parse(std::span<const std::byte> bytes)
{
    return readSafetensorsHeader(MemorySource(bytes));
}

Result<std::vector<SafetensorsTensor>> parse(const QByteArray &header, std::size_t dataBytes)
{
    return parse(safetensorsFile(header.toStdString(), dataBytes));
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT
private slots:
    void judgesMalformedFiles_data();
    void judgesMalformedFiles();
    void rejectsFilesCutShortAnywhere();
    void readsFixtures_data();
    void readsFixtures();
    void readsCheckpoint();
    void knowsDtypes();
    void acceptsSoundHeaders_data();
    void acceptsSoundHeaders();
    void rejectsFaultyHeaders_data();
    void rejectsFaultyHeaders();
    void ordersTensorsByTheirBytes();
    void rejectsLongHeadersUnread();
};

void TestSafetensors::judgesMalformedFiles_data()
{
    SNUG_REQUIRE_SHARED("golden/gguf-bad/manifest.json");
    QTest::addColumn<QString>("expect");
    int rows = 0;
    for (const QJsonValue file : readJson(sharedData("golden/gguf-bad/manifest.json"))["files"].toArray()) {
        const QString name = file["file"].toString();
        if (!name.endsWith(".safetensors"))
            continue;
        QTest::newRow(qPrintable(name)) << file["expect"].toString();
        ++rows;
    }
    QCOMPARE(rows, 32);
}

void TestSafetensors::judgesMalformedFiles()
{
    QFETCH(QString, expect);
    const auto file = InputFile::open(sharedData("golden/gguf-bad") / QTest::currentDataTag());
    QVERIFY(file);
    const auto tensors = readSafetensorsHeader(*file);
    if (expect == "accept")
        QVERIFY2(tensors, tensors ? "" : tensors.error().message.c_str());
    else if (expect == "reject")
        QVERIFY(!tensors);
    if (!tensors) {
        const Error &error = tensors.error();
        QCOMPARE(error.code, ErrorCode::BadInput);
        QVERIFY(error.message.ends_with('.'));
        QCOMPARE(error.file, file->path().string());
        QVERIFY(!error.offset || *error.offset <= file->sizeBytes());
    }
}

void TestSafetensors::rejectsFilesCutShortAnywhere()
{
    SNUG_REQUIRE_SHARED("golden/gguf-bad/valid-control.safetensors");
    Bytes whole = readWhole(sharedData("golden/gguf-bad/valid-control.safetensors"));
    QVERIFY(parse(whole));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto cut = parse(std::span(whole).first(size));
        if (cut)
            QFAIL(qPrintable(QString("accepted when cut to %1 bytes").arg(size)));
        if (!cut.error().cut)
            QFAIL(qPrintable(QString("not said to be cut at %1 bytes").arg(size)));
    }
    whole.push_back(std::byte{0});
    QVERIFY(!parse(whole)); // nor may anything lie behind the last tensor
}

void TestSafetensors::readsFixtures_data()
{
    SNUG_REQUIRE_SHARED("models/safetensors-fixtures");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<int>("dimCount");
    QTest::newRow("tensor-1d-int32") << "I32" << 1;
    QTest::newRow("tensor-2d-float64") << "F64" << 2;
    QTest::newRow("tensor-3d-float32") << "F32" << 3;
    QTest::newRow("tensor-4d-float32") << "F32" << 4;
}

void TestSafetensors::readsFixtures()
{
    QFETCH(QString, dtype);
    QFETCH(int, dimCount);
    const std::string name = std::string(QTest::currentDataTag()) + ".safetensors";
    const auto file = InputFile::open(sharedData("models/safetensors-fixtures") / name);
    QVERIFY(file);
    const auto tensors = readSafetensorsHeader(*file);
    QVERIFY2(tensors, tensors ? "" : tensors.error().message.c_str());
    QCOMPARE(tensors->size(), std::size_t{1});
    QCOMPARE(tensors->front().dtype, dtype.toStdString());
    QCOMPARE(static_cast<int>(tensors->front().shape.size()), dimCount);
    QCOMPARE(tensors->front().offset + tensors->front().sizeBytes, file->sizeBytes());
}

void TestSafetensors::readsCheckpoint()
{
    SNUG_REQUIRE_SHARED("models/stories260K/hf/model.safetensors");
    const auto set = openSafetensorsFolder(sharedData("models/stories260K/hf"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->files.size(), std::size_t{1});
    const auto find = [&](std::string_view name) {
        return std::ranges::find(set->tensors, name, &SafetensorsTensor::name);
    };
    const auto embedding = find("model.embed_tokens.weight");
    QVERIFY(embedding != set->tensors.end());
    QCOMPARE(embedding->shape, (std::vector<std::uint64_t>{512, 64}));
    QCOMPARE(embedding->dtype, std::string("F32"));
    QCOMPARE(embedding->sizeBytes, std::uint64_t{512 * 64 * 4});
    QVERIFY(find("model.layers.4.mlp.down_proj.weight") != set->tensors.end());
    QVERIFY(find("model.layers.5.mlp.down_proj.weight") == set->tensors.end());
}

void TestSafetensors::knowsDtypes()
{
    QCOMPARE(safetensorsDtypeBits("BF16"), std::optional<std::uint32_t>(16));
    QCOMPARE(safetensorsDtypeBits("F4"), std::optional<std::uint32_t>(4));
    QCOMPARE(safetensorsDtypeBits("F8_E4M3"), std::optional<std::uint32_t>(8));
    QCOMPARE(safetensorsDtypeBits("bf16"), std::optional<std::uint32_t>());
    QCOMPARE(safetensorsDtypeBits(""), std::optional<std::uint32_t>());
}

void TestSafetensors::acceptsSoundHeaders_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::newRow("no tensors") << QByteArray("{}") << 0;
    QTest::newRow("padded with spaces") << QByteArray("{}      ") << 0;
    QTest::newRow("scalar") << QByteArray(R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})") << 4;
    QTest::newRow("empty tensor") << QByteArray(R"({"a":{"dtype":"F32","shape":[3,0],"data_offsets":[0,0]}})") << 0;
    QTest::newRow("empty tensor of huge shape")
        << QByteArray(R"({"a":{"dtype":"F64","shape":[18446744073709551615,9,0],"data_offsets":[0,0]}})") << 0;
    QTest::newRow("empty tensor between others")
        << QByteArray(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                      R"("b":{"dtype":"U8","shape":[0],"data_offsets":[2,2]},)"
                      R"("c":{"dtype":"U8","shape":[1],"data_offsets":[2,3]}})")
        << 3;
    QTest::newRow("two to a byte") << QByteArray(R"({"a":{"dtype":"F4","shape":[3,2],"data_offsets":[0,3]}})") << 3;
    QTest::newRow("metadata") << QByteArray(R"({"__metadata__":{"format":"pt","a":"b"}})") << 0;
    QTest::newRow("further fields")
        << QByteArray(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"note":{"x":[1.5]}}})") << 1;
}

void TestSafetensors::acceptsSoundHeaders()
{
    QFETCH(QByteArray, header);
    QFETCH(int, dataBytes);
    const auto tensors = parse(header, static_cast<std::size_t>(dataBytes));
    QVERIFY2(tensors, tensors ? "" : tensors.error().message.c_str());
}

void TestSafetensors::rejectsFaultyHeaders_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<QString>("says");
    const auto tensor = [](const char *fields) { return QByteArray(R"({"a":{)") + fields + "}}"; };
    QTest::newRow("no header") << QByteArray() << 4 << "does not start with";
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}") << 0 << "does not start with";
    QTest::newRow("leading space") << QByteArray(" {}") << 0 << "does not start with";
    QTest::newRow("list") << QByteArray("[]") << 0 << "does not start with";
    QTest::newRow("cut JSON") << QByteArray("{\"a\":") << 0 << "not JSON";
    QTest::newRow("name twice") << QByteArray(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                                              R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})")
                                << 1 << "same key twice";
    QTest::newRow("field twice") << tensor(R"("dtype":"U8","dtype":"I8","shape":[1],"data_offsets":[0,1])") << 1
                                 << "same key twice";
    QTest::newRow("no name") << QByteArray(R"({"":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})") << 1
                             << "not plain UTF-8";
    QTest::newRow("escape in name") << QByteArray(R"({"a\u001b[2J":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})")
                                    << 1 << "not plain UTF-8";
    QTest::newRow("unknown dtype") << tensor(R"("dtype":"Q4","shape":[1],"data_offsets":[0,1])") << 1
                                   << "unknown dtype 'Q4'";
    QTest::newRow("dtype null") << tensor(R"("dtype":null,"shape":[1],"data_offsets":[0,1])") << 1 << "no dtype";
    QTest::newRow("shape fraction") << tensor(R"("dtype":"U8","shape":[1.0],"data_offsets":[0,1])") << 1 << "no shape";
    QTest::newRow("shape past 64 bits") << tensor(R"("dtype":"U8","shape":[18446744073709551617],"data_offsets":[0,1])")
                                        << 1 << "no shape";
    QTest::newRow("17 dimensions")
        << tensor(R"("dtype":"U8","shape":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"data_offsets":[0,1])") << 1
        << "17 dimensions";
    QTest::newRow("size overflows") << tensor(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0])")
                                    << 0 << "contradict";
    QTest::newRow("bits overflow") << tensor(R"("dtype":"U8","shape":[2305843009213693953],"data_offsets":[0,1])") << 1
                                   << "contradict";
    QTest::newRow("half a byte") << tensor(R"("dtype":"F4","shape":[3],"data_offsets":[0,1])") << 1 << "contradict";
    QTest::newRow("three offsets") << tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0,1,1])") << 1
                                   << "two whole numbers";
    QTest::newRow("offsets reversed") << tensor(R"("dtype":"U8","shape":[1],"data_offsets":[1,0])") << 1 << "lies at";
    QTest::newRow("gap at the start") << tensor(R"("dtype":"U8","shape":[1],"data_offsets":[1,2])") << 2 << "a gap";
    QTest::newRow("gap at the end") << tensor(R"("dtype":"U8","shape":[1],"data_offsets":[0,1])") << 2
                                    << "The tensors end";
    QTest::newRow("overlap") << QByteArray(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                                           R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})")
                             << 3 << "overlap";
    QTest::newRow("metadata a list") << QByteArray(R"({"__metadata__":["a"]})") << 0 << "__metadata__";
    QTest::newRow("nested") << QByteArray("{\"__metadata__\":") + QByteArray(100, '[') + QByteArray(100, ']') + "}" << 0
                            << "nested";
}

void TestSafetensors::rejectsFaultyHeaders()
{
    QFETCH(QByteArray, header);
    QFETCH(int, dataBytes);
    QFETCH(QString, says);
    const auto tensors = parse(header, static_cast<std::size_t>(dataBytes));
    QVERIFY(!tensors);
    const QString message = QString::fromStdString(tensors.error().message);
    QVERIFY2(message.contains(says), qPrintable(message));
    QCOMPARE(tensors.error().file, std::string("memory"));
}

void TestSafetensors::ordersTensorsByTheirBytes()
{
    const auto tensors = parse(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[4,6]},)"
                               R"("b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                               6);
    QVERIFY(tensors);
    QCOMPARE((*tensors)[0].name, std::string("b"));
    QCOMPARE((*tensors)[1].name, std::string("a"));
    QCOMPARE((*tensors)[1].offset, (*tensors)[0].offset + 4);
}

void TestSafetensors::rejectsLongHeadersUnread()
{
    for (const std::uint64_t length : {std::uint64_t{100'000'001}, ~std::uint64_t{0}, ~std::uint64_t{0} - 7}) {
        Bytes bytes;
        appendLittle(bytes, length);
        bytes.resize(64, std::byte{' '});
        const auto tensors = parse(bytes);
        QVERIFY(!tensors);
        QVERIFY(tensors.error().message.find("100000000") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
