// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GGUF reader on sound files, on malformed ones, on files cut short anywhere, and on files made to exhaust it.

#include "core/base/inputfile.h"
#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "tests/formats/testfiles.h"
#include "tests/support/shareddata.h"

#include <QJsonArray>
#include <QtTest>

#include <cstring>
#include <set>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

/// Faults that only show when the header is understood as a model, or when weights are read.
const std::set<std::string> kModelFaults = {"arch-missing.gguf", "block-count-4-billion.gguf",
                                            "split-no-not-first.gguf", "data-nan.gguf"};

Result<GgufHeader> parse(std::span<const std::byte> bytes) { return readGgufHeader(MemorySource(bytes)); }

/// Zeros behind a given start, of any announced size; counts how often it is asked.
class SparseSource final : public ByteSource
{
public:
    SparseSource(Bytes start, std::uint64_t sizeBytes) : m_start(std::move(start)), m_sizeBytes(sizeBytes) {}
    std::string name() const override { return "sparse"; }
    std::uint64_t sizeBytes() const override { return m_sizeBytes; }
    Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const override
    {
        ++reads;
        std::memset(into.data(), 0, into.size());
        for (std::size_t i = 0; i < into.size() && offset + i < m_start.size(); ++i)
            into[i] = m_start[offset + i];
        return {};
    }

    mutable int reads = 0;

private:
    Bytes m_start;
    std::uint64_t m_sizeBytes;
};

/// A source that fails from byte `failsAt` on.
class FailingSource final : public ByteSource
{
public:
    FailingSource(const Bytes &bytes, std::uint64_t failsAt) : m_bytes(bytes), m_failsAt(failsAt) {}
    std::string name() const override { return "failing"; }
    std::uint64_t sizeBytes() const override { return m_bytes.size(); }
    Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const override
    {
        if (offset + into.size() > m_failsAt)
            return fail(ErrorCode::Io, "The disk failed.", "failing", m_failsAt);
        return MemorySource(m_bytes).readAt(offset, into);
    }

private:
    const Bytes &m_bytes;
    std::uint64_t m_failsAt;
};

GgufBytes oneTensor()
{
    return GgufBytes(1, 1)
        .key("general.architecture", GgufValue::string("llama"))
        .tensor("a.weight", {8, 2}, 0, 0)
        .data(64);
}

} // namespace

class TestGgufReader : public QObject
{
    Q_OBJECT
private slots:
    void judgesMalformedFiles_data();
    void judgesMalformedFiles();
    void rejectsFilesCutShortAnywhere();
    void readsGoldenModels_data();
    void readsGoldenModels();
    void readsVocabularies_data();
    void readsVocabularies();
    void readsVersion2();
    void placesTensors();
    void rejectsFaultyFields_data();
    void rejectsFaultyFields();
    void acceptsAlignments();
    void readsLargeHeadersInFewReads();
    void allocatesNothingForAnnouncedBytes_data();
    void allocatesNothingForAnnouncedBytes();
    void passesReadErrorsOn();
};

void TestGgufReader::judgesMalformedFiles_data()
{
    SNUG_REQUIRE_SHARED("golden/gguf-bad/manifest.json");
    QTest::addColumn<QString>("expect");
    int rows = 0;
    for (const QJsonValue file : readJson(sharedData("golden/gguf-bad/manifest.json"))["files"].toArray()) {
        const QString name = file["file"].toString();
        if (!name.endsWith(".gguf"))
            continue;
        QTest::newRow(qPrintable(name)) << file["expect"].toString();
        ++rows;
    }
    QCOMPARE(rows, 59);
}

void TestGgufReader::judgesMalformedFiles()
{
    QFETCH(QString, expect);
    const std::string name = QTest::currentDataTag();
    const auto file = InputFile::open(sharedData("golden/gguf-bad") / name);
    QVERIFY(file);
    const auto header = readGgufHeader(*file);
    if (expect == "accept" || kModelFaults.contains(name))
        QVERIFY2(header, header ? "" : header.error().message.c_str());
    else if (expect == "reject")
        QVERIFY(!header);
    if (!header) {
        const Error &error = header.error();
        QVERIFY(error.code == ErrorCode::BadInput || error.code == ErrorCode::Unsupported);
        QVERIFY(error.message.ends_with('.'));
        QCOMPARE(error.file, file->path().string());
        QVERIFY(error.offset && *error.offset <= file->sizeBytes());
    }
}

void TestGgufReader::rejectsFilesCutShortAnywhere()
{
    SNUG_REQUIRE_SHARED("golden/gguf-bad/valid-control.gguf");
    const Bytes whole = readWhole(sharedData("golden/gguf-bad/valid-control.gguf"));
    const auto header = parse(whole);
    QVERIFY(header);
    std::uint64_t dataEnd = 0;
    for (const GgufTensor &tensor : header->tensors)
        dataEnd = std::max(dataEnd, tensor.offset + tensor.sizeBytes);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const auto cut = parse(std::span(whole).first(size));
        if (bool(cut) != (size >= dataEnd))
            QFAIL(qPrintable(QString("wrong answer when cut to %1 bytes").arg(size)));
        if (!cut && !cut.error().cut)
            QFAIL(qPrintable(QString("not said to be cut at %1 bytes").arg(size)));
        if (!cut && *cut.error().offset > size)
            QFAIL(qPrintable(QString("offset past the end when cut to %1 bytes").arg(size)));
    }
}

void TestGgufReader::readsGoldenModels_data()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    QTest::addColumn<QJsonObject>("tensors");
    const QJsonObject inputs = readJson(sharedData("golden/files/manifest.json"))["inputs"].toObject();
    for (auto input = inputs.begin(); input != inputs.end(); ++input) {
        if (input.key().endsWith(".gguf"))
            QTest::newRow(qPrintable(input.key())) << input->toObject()["tensors"].toObject();
    }
}

void TestGgufReader::readsGoldenModels()
{
    QFETCH(QJsonObject, tensors);
    const auto file = InputFile::open(sharedData("golden/files") / QTest::currentDataTag());
    QVERIFY(file);
    const auto header = readGgufHeader(*file);
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    QVERIFY(!header->tensors.empty());
    if (tensors.isEmpty()) // importance data: only models list their tensors
        return;
    QCOMPARE(static_cast<qsizetype>(header->tensors.size()), tensors.size());
    for (const GgufTensor &tensor : header->tensors) {
        const QJsonArray expected = tensors[QString::fromStdString(tensor.name)].toArray();
        QCOMPARE(std::string(tensorTypeName(tensor.type)), expected[0].toString().toStdString());
        QJsonArray dims;
        for (const std::uint64_t dim : tensor.dims)
            dims.append(static_cast<qint64>(dim));
        QCOMPARE(dims, expected[1].toArray());
    }
}

void TestGgufReader::readsVocabularies_data()
{
    SNUG_REQUIRE_SHARED("tokenizers/gguf-vocab");
    QTest::addColumn<int>("tokenCount");
    QTest::newRow("bert-bge") << 30522;
    QTest::newRow("deepseek-coder") << 32256;
    QTest::newRow("falcon") << 65024;
    QTest::newRow("gpt-2") << 50257;
    QTest::newRow("llama-spm") << 32000;
    QTest::newRow("mpt") << 50432;
    QTest::newRow("phi-3") << 32064;
}

void TestGgufReader::readsVocabularies()
{
    QFETCH(int, tokenCount);
    const std::string name = "ggml-vocab-" + std::string(QTest::currentDataTag()) + ".gguf";
    const auto file = InputFile::open(sharedData("tokenizers/gguf-vocab") / name);
    QVERIFY(file);
    const auto header = readGgufHeader(*file);
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    QVERIFY(header->tensors.empty());
    const GgufValue *tokens = header->metadata.find("tokenizer.ggml.tokens");
    QVERIFY(tokens);
    QCOMPARE(tokens->elementCount(), static_cast<std::uint64_t>(tokenCount));
    const auto strings = tokens->asStrings();
    QVERIFY(strings);
    QCOMPARE(static_cast<int>(strings->size()), tokenCount);
}

void TestGgufReader::readsVersion2()
{
    const Bytes bytes = GgufBytes(1, 1, 2)
                            .key("general.alignment", GgufValue::u32(64))
                            .tensor("a.weight", {4}, 1, 64)
                            .data(72, 64)
                            .bytes();
    const auto header = parse(bytes);
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    QCOMPARE(header->version, 2U);
    QCOMPARE(header->alignment, 64U);
    QCOMPARE(header->tensors[0].offset, header->dataOffset + 64);
    QCOMPARE(header->tensors[0].sizeBytes, std::uint64_t{8});
}

void TestGgufReader::placesTensors()
{
    // Data need not lie in the order of the descriptions, and gaps are allowed.
    const Bytes bytes = GgufBytes(2).tensor("b", {16}, 0, 128).tensor("a", {32}, 8, 0).data(192).bytes();
    const auto header = parse(bytes);
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    QCOMPARE(header->tensors[0].name, std::string("b"));
    QCOMPARE(header->tensors[0].offset, header->dataOffset + 128);
    QCOMPARE(header->tensors[1].type, TensorType::Q8_0);
    QCOMPARE(header->tensors[1].sizeBytes, std::uint64_t{34});
    QCOMPARE(header->dataOffset % 32, std::uint64_t{0});
}

void TestGgufReader::rejectsFaultyFields_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const GgufBytes &built, const char *says) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(built.bytes().data()),
                                          static_cast<qsizetype>(built.bytes().size()))
                            << says;
    };
    const GgufValue one = GgufValue::u32(1);
    row("version 1", GgufBytes(0, 0, 1), "GGUF version 1");
    row("version 4", GgufBytes(0, 0, 4), "GGUF version 4");
    row("big-endian 3", GgufBytes(0, 0, 0x03000000), "big-endian");
    row("key twice", GgufBytes(0, 2).key("a", one).key("a", one), "'a' is there twice");
    row("key empty", GgufBytes(0, 1).key("", one), "is empty");
    row("key with a line break", GgufBytes(0, 1).key("a\nb", one), "not plain UTF-8");
    row("key too long", GgufBytes(0, 1).key(std::string(65536, 'k'), one), "at most 65535");
    row("key count", GgufBytes(0, 3).key("a", one).key("b", one), "announces 3 keys");
    row("tensor count", GgufBytes(3).tensor("a", {8}, 0, 0).tensor("b", {8}, 0, 32), "announces 3 tensors");
    row("list of lists", GgufBytes(0, 1).string("a").number(9U).number(9U).number<std::uint64_t>(1).data(64),
        "list of lists");
    row("list too long", GgufBytes(0, 1).string("a").number(9U).number(10U).number(~0ULL / 8 + 1).data(64),
        "past the end");
    row("alignment 0", GgufBytes(0, 1).key("general.alignment", GgufValue::u32(0)), "power of two");
    row("alignment 24", GgufBytes(0, 1).key("general.alignment", GgufValue::u32(24)), "power of two");
    row("alignment 2 MiB", GgufBytes(0, 1).key("general.alignment", GgufValue::u32(1U << 21)), "power of two");
    row("alignment a string", GgufBytes(0, 1).key("general.alignment", GgufValue::string("32")), "power of two");
    row("tensor twice", GgufBytes(2).tensor("a", {8}, 0, 0).tensor("a", {8}, 0, 32).data(64), "'a' is there twice");
    row("tensor without name", GgufBytes(1).tensor("", {8}, 0, 0).data(64), "not plain UTF-8");
    row("tensor name of 64", GgufBytes(1).tensor(std::string(64, 'a'), {8}, 0, 0).data(64), "at most 63");
    row("no dimensions", GgufBytes(1).tensor("a", {}, 0, 0).data(64), "0 dimensions");
    row("five dimensions", GgufBytes(1).tensor("a", {1, 1, 1, 1, 1}, 0, 0).data(64), "5 dimensions");
    row("dimension 0", GgufBytes(1).tensor("a", {8, 0}, 0, 0).data(64), "dimension of 0");
    row("dimension -1", GgufBytes(1).tensor("a", {~0ULL}, 24, 0).data(64), "dimension of -1");
    row("size overflows", GgufBytes(1).tensor("a", {1ULL << 32, 1ULL << 32}, 24, 0).data(64), "64 bits");
    row("type removed", GgufBytes(1).tensor("a", {32}, 4, 0).data(64), "storage type 4");
    row("rows do not divide", GgufBytes(1).tensor("a", {33}, 2, 0).data(64), "blocks of 32");
    row("offset not aligned", GgufBytes(1).tensor("a", {8}, 0, 4).data(64), "alignment 32");
    row("offset past the end", GgufBytes(1).tensor("a", {8}, 0, 64).data(64), "past the end");
    row("offset wraps", GgufBytes(1).tensor("a", {8}, 0, ~0ULL - 31).data(64), "past the end");
    row("bytes shared", GgufBytes(2).tensor("a", {9}, 0, 0).tensor("b", {8}, 0, 32).data(64), "share bytes");
}

void TestGgufReader::rejectsFaultyFields()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto header = parse(std::as_bytes(std::span(bytes.constData(), bytes.size())));
    QVERIFY(!header);
    const QString message = QString::fromStdString(header.error().message);
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY(header.error().offset && *header.error().offset <= static_cast<std::uint64_t>(bytes.size()));
}

void TestGgufReader::acceptsAlignments()
{
    for (std::uint32_t alignment = 1; alignment <= kGgufMaxAlignment; alignment *= 2) {
        const Bytes bytes = GgufBytes(1, 1)
                                .key("general.alignment", GgufValue::u32(alignment))
                                .tensor("a", {8}, 0, 0)
                                .data(32, alignment)
                                .bytes();
        const auto header = parse(bytes);
        QVERIFY2(header, header ? "" : header.error().message.c_str());
        QCOMPARE(header->dataOffset % alignment, std::uint64_t{0});
    }
    // Without tensors there is no data, and a file may end with its keys.
    QVERIFY(parse(GgufBytes(0, 1).key("general.alignment", GgufValue::u32(4096)).bytes()));
}

void TestGgufReader::readsLargeHeadersInFewReads()
{
    GgufBytes built(1000, 2);
    std::vector<std::string> tokens;
    for (int i = 0; i < 150'000; ++i)
        tokens.push_back("token" + std::to_string(i));
    built.key("tokens", GgufValue::strings(tokens)).key("scores", GgufValue::f32s(std::vector<float>(tokens.size())));
    for (std::uint64_t i = 0; i < 1000; ++i)
        built.tensor("blk." + std::to_string(i) + ".weight", {8}, 0, i * 32);
    built.data(32'000);
    const SparseSource source(built.bytes(), built.bytes().size());
    const auto header = readGgufHeader(source);
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    QCOMPARE(header->tensors.size(), std::size_t{1000});
    QCOMPARE(header->metadata.find("tokens")->asStrings(), std::optional(tokens));
    QVERIFY(source.reads <= static_cast<int>(built.bytes().size() >> 20) + 1);
}

void TestGgufReader::allocatesNothingForAnnouncedBytes_data()
{
    QTest::addColumn<QByteArray>("start");
    const auto row = [](const char *name, const GgufBytes &built) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(built.bytes().data()),
                                          static_cast<qsizetype>(built.bytes().size()));
    };
    constexpr std::uint64_t kHuge = std::uint64_t{1} << 60;
    row("keys", GgufBytes(0, kHuge / 16));
    row("tensors", GgufBytes(kHuge / 64, 0));
    row("key", GgufBytes(0, 1).number(kHuge));
    row("string", GgufBytes(0, 1).string("a").number(8U).number(kHuge));
    row("list of bytes", GgufBytes(0, 1).string("a").number(9U).number(0U).number(kHuge));
    row("list of empty strings", GgufBytes(0, 1).string("a").number(9U).number(8U).number(kHuge / 16));
    row("list with a huge string",
        GgufBytes(0, 1).string("a").number(9U).number(8U).number<std::uint64_t>(1).number(kHuge));
    row("tensor name", GgufBytes(1).number(kHuge));
}

void TestGgufReader::allocatesNothingForAnnouncedBytes()
{
    QFETCH(QByteArray, start);
    const auto bytes = std::as_bytes(std::span(start.constData(), start.size()));
    // A sparse file really has all the bytes that its fields speak of.
    const SparseSource source(Bytes(bytes.begin(), bytes.end()), std::uint64_t{1} << 61);
    const auto header = readGgufHeader(source);
    QVERIFY(!header);
    QCOMPARE(header.error().code, ErrorCode::BadInput);
    QVERIFY(source.reads <= 257); // the limit on a header, read in windows
}

void TestGgufReader::passesReadErrorsOn()
{
    const Bytes bytes = oneTensor().bytes();
    const auto header = readGgufHeader(FailingSource(bytes, 10));
    QVERIFY(!header);
    QCOMPARE(header.error().code, ErrorCode::Io);
    QCOMPARE(header.error().message, std::string("The disk failed."));
    QVERIFY(parse(bytes));
}

QTEST_APPLESS_MAIN(TestGgufReader)
#include "tst_ggufreader.moc"
