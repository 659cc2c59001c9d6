// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GGUF writer: golden files come out byte for byte as they went in, and sizes are those of the reference.

#include "core/base/inputfile.h"
#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "tests/formats/testfiles.h"
#include "tests/support/shareddata.h"

#include <sys/resource.h>

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <map>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

std::vector<GgufWriter::Tensor> declare(const GgufHeader &header)
{
    std::vector<GgufWriter::Tensor> tensors;
    for (const GgufTensor &tensor : header.tensors)
        tensors.push_back({tensor.name, tensor.dims, tensor.type});
    return tensors;
}

/// Appends in pieces of changing size, so that tensors are cut anywhere.
Result<void> appendInPieces(GgufWriter &writer, std::span<const std::byte> bytes)
{
    std::size_t piece = 1;
    while (!bytes.empty()) {
        const std::size_t count = std::min(piece, bytes.size());
        SNUG_TRY(writer.append(bytes.first(count)));
        bytes = bytes.subspan(count);
        piece = piece * 3 + 1;
    }
    return {};
}

std::string sha256Of(std::span<const std::byte> bytes)
{
    const QByteArrayView view(reinterpret_cast<const char *>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QCryptographicHash::hash(view.toByteArray(), QCryptographicHash::Sha256).toHex().toStdString();
}

/// Sets the version field.
void setVersion(Bytes &file, std::uint32_t version)
{
    std::copy_n(reinterpret_cast<const std::byte *>(&version), sizeof(version), file.begin() + 4);
}

/// Makes writes past `bytes` of any file fail for as long as it lives.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(std::uint64_t bytes)
    {
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit lower{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &lower);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    Q_DISABLE_COPY(FileSizeLimit)

private:
    rlimit m_before{};
    void (*m_signal)(int) = nullptr;
};

GgufWriter::Tensor plain(std::string name, std::vector<std::uint64_t> dims, TensorType type = TensorType::F32)
{
    return {std::move(name), std::move(dims), type};
}

} // namespace

class TestGgufWriter : public QObject
{
    Q_OBJECT
private slots:
    void copiesGoldenFiles_data();
    void copiesGoldenFiles();
    void predictsSizesOfTheReference();
    void padsEveryTensor();
    void writesFilesWithoutTensors();
    void keepsTargetUntilCommitted();
    void leavesNothingWhenWritingFails();
    void refusesIncompleteFiles();
    void refusesTooManyBytes();
    void refusesUnsoundDeclarations_data();
    void refusesUnsoundDeclarations();
    void refusesUnsoundKeys();
};

void TestGgufWriter::copiesGoldenFiles_data()
{
    SNUG_REQUIRE_SHARED("golden/files");
    QTest::addColumn<QString>("path");
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(sharedData("golden/files"))) {
        if (entry.path().extension() == ".gguf")
            QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
}

void TestGgufWriter::copiesGoldenFiles()
{
    QFETCH(QString, path);
    const fs::path source = path.toStdString();
    Bytes whole = readWhole(source);
    const auto header = readGgufHeader(MemorySource(whole));
    QVERIFY2(header, header ? "" : header.error().message.c_str());
    setVersion(whole, 3); // version 2 differs in nothing else

    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "copy.gguf";
    auto writer = GgufWriter::create(target, header->metadata, declare(*header), Overwrite::No);
    QVERIFY2(writer, writer ? "" : writer.error().message.c_str());
    for (const GgufTensor &tensor : header->tensors)
        QVERIFY(appendInPieces(*writer, std::span(whole).subspan(tensor.offset, tensor.sizeBytes)));
    QVERIFY(!fs::exists(target));
    QVERIFY(writer->commit());

    QCOMPARE(writer->sizeBytes(), static_cast<std::uint64_t>(whole.size()));
    QCOMPARE(GgufWriter::fileBytes(header->metadata, declare(*header)), std::optional<std::uint64_t>(whole.size()));
    QVERIFY(readWhole(target) == whole);
    QCOMPARE(writer->sha256(), sha256Of(whole));
}

/// Every plain run and every run with one importance file of the reference: same metadata rules, its tensor types.
void TestGgufWriter::predictsSizesOfTheReference()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const fs::path folder = sharedData("golden/files");
    std::map<std::string, GgufHeader> headers;
    const auto headerOf = [&](const QString &name) -> const GgufHeader & {
        auto [entry, isNew] = headers.try_emplace(name.toStdString());
        if (isNew)
            entry->second = readGgufHeader(MemorySource(readWhole(folder / entry->first))).value();
        return entry->second;
    };
    int compared = 0;
    for (const QJsonValue run : readJson(folder / "manifest.json")["cases"].toArray()) {
        const QJsonArray options = run["options"].toArray();
        const bool withImatrix =
            options.size() == 2 && options[0] == "--imatrix" && options[1].toString().endsWith(".imatrix.gguf");
        if (run["exit"].toInt() != 0 || run.toObject().contains("reference_output_unreadable") ||
            (!options.isEmpty() && !withImatrix))
            continue;
        const GgufHeader &input = headerOf(run["input"].toString());
        if (input.metadata.find("split.count"))
            continue;
        GgufMetadata metadata = input.metadata;
        metadata.set("general.quantization_version", GgufValue::u32(2));
        metadata.set("general.file_type", GgufValue::u32(0));
        if (withImatrix) {
            const GgufMetadata &imatrix = headerOf(options[1].toString()).metadata;
            metadata.set("quantize.imatrix.file", GgufValue::string(options[1].toString().toStdString()));
            metadata.set("quantize.imatrix.dataset",
                         GgufValue::string(imatrix.find("imatrix.datasets")->asStrings()->front()));
            metadata.set("quantize.imatrix.entries_count", GgufValue::u32(0));
            metadata.set("quantize.imatrix.chunks_count", GgufValue::u32(0));
        }
        const QJsonObject types = run["tensors"].toObject();
        std::vector<GgufWriter::Tensor> tensors = declare(input);
        for (GgufWriter::Tensor &tensor : tensors) {
            const std::string type = types[QString::fromStdString(tensor.name)].toString().toStdString();
            QVERIFY(findTensorType(type));
            tensor.type = findTensorType(type)->type;
        }
        QCOMPARE(GgufWriter::fileBytes(metadata, tensors), std::optional<std::uint64_t>(run["size"].toInteger()));
        ++compared;
    }
    QVERIFY2(compared > 400, qPrintable(QString::number(compared)));
    qInfo("%d sizes compared", compared);
}

void TestGgufWriter::padsEveryTensor()
{
    QTemporaryDir folder;
    for (const std::uint32_t alignment : {32U, 64U}) {
        const fs::path target = fs::path(folder.path().toStdString()) / std::to_string(alignment);
        GgufMetadata metadata;
        if (alignment != 32)
            metadata.append("general.alignment", GgufValue::u32(alignment));
        auto writer =
            GgufWriter::create(target, metadata, {plain("a", {3}), plain("b", {1}, TensorType::I8)}, Overwrite::No);
        QVERIFY(writer);
        QVERIFY(writer->append(Bytes(12, std::byte{1})));
        QVERIFY(writer->append(Bytes(1, std::byte{2})));
        QVERIFY(writer->commit());
        const Bytes whole = readWhole(target);
        const auto header = readGgufHeader(MemorySource(whole));
        QVERIFY2(header, header ? "" : header.error().message.c_str());
        QCOMPARE(header->alignment, alignment);
        QCOMPARE(header->tensors[1].offset, header->dataOffset + alignment);
        QCOMPARE(whole.size(), header->dataOffset + 2 * alignment);
        QCOMPARE(whole.back(), std::byte{0});
        QCOMPARE(whole[header->dataOffset + 11], std::byte{1});
        QCOMPARE(whole[header->dataOffset + 12], std::byte{0});
        QCOMPARE(whole[header->dataOffset + alignment], std::byte{2});
    }
}

void TestGgufWriter::writesFilesWithoutTensors()
{
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "vocabulary.gguf";
    GgufMetadata metadata;
    metadata.append("tokenizer.ggml.tokens", GgufValue::strings(std::vector<std::string>{"a", "b"}));
    auto writer = GgufWriter::create(target, metadata, {}, Overwrite::No);
    QVERIFY(writer);
    QVERIFY(writer->commit());
    const auto header = readGgufHeader(MemorySource(readWhole(target)));
    QVERIFY(header);
    QCOMPARE(header->version, 3U);
    QCOMPARE(header->metadata.find("tokenizer.ggml.tokens")->elementCount(), std::uint64_t{2});
}

void TestGgufWriter::keepsTargetUntilCommitted()
{
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "a.gguf";
    QVERIFY(writeWhole(target, bytesOf("old")));
    QVERIFY(!GgufWriter::create(target, {}, {plain("a", {1})}, Overwrite::No));
    {
        auto writer = GgufWriter::create(target, {}, {plain("a", {1})}, Overwrite::Yes);
        QVERIFY(writer);
        QVERIFY(readWhole(target) == bytesOf("old"));
        writer->discard();
    }
    QVERIFY(readWhole(target) == bytesOf("old"));
    QCOMPARE(std::distance(fs::directory_iterator(target.parent_path()), fs::directory_iterator()), 1);
}

/// The process's file size limit stands in for a disk that fails at some byte.
void TestGgufWriter::leavesNothingWhenWritingFails()
{
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "a.gguf";
    const std::vector<GgufWriter::Tensor> tensors = {plain("a", {100}), plain("b", {3})};
    const std::uint64_t fileBytes = GgufWriter::fileBytes({}, tensors).value();
    for (std::uint64_t failsAt = 0; failsAt < fileBytes; failsAt += 7) {
        const FileSizeLimit limit(failsAt);
        auto writer = GgufWriter::create(target, {}, tensors, Overwrite::No);
        Result<void> done;
        if (writer) {
            done = writer->append(Bytes(400));
            if (done)
                done = writer->append(Bytes(12));
            if (done)
                done = writer->commit();
        }
        QVERIFY(!writer || !done);
        const Error &error = writer ? done.error() : writer.error();
        QVERIFY(error.code == ErrorCode::Io || error.code == ErrorCode::DoesNotFit);
        if (writer)
            writer->discard();
        QVERIFY(fs::is_empty(target.parent_path()));
    }
}

void TestGgufWriter::refusesIncompleteFiles()
{
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "a.gguf";
    auto writer = GgufWriter::create(target, {}, {plain("a", {2}), plain("b", {2})}, Overwrite::No);
    QVERIFY(writer);
    QVERIFY(writer->append(Bytes(8)));
    QVERIFY(writer->append(Bytes(7)));
    const auto done = writer->commit();
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Internal);
    QVERIFY(!fs::exists(target));
}

void TestGgufWriter::refusesTooManyBytes()
{
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "a.gguf";
    auto writer = GgufWriter::create(target, {}, {plain("a", {2})}, Overwrite::No);
    QVERIFY(writer);
    QCOMPARE(writer->append(Bytes(9)).error().code, ErrorCode::Internal);
    QVERIFY(writer->append(Bytes(8)));
    QVERIFY(!writer->append(Bytes(1)));
    QVERIFY(writer->append({}));
    QVERIFY(writer->commit());
}

void TestGgufWriter::refusesUnsoundDeclarations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QList<quint64>>("dims");
    QTest::addColumn<unsigned>("type");
    QTest::newRow("no name") << "" << QList<quint64>{1} << 0U;
    QTest::newRow("name of 64 bytes") << QString(64, 'a') << QList<quint64>{1} << 0U;
    QTest::newRow("name of another tensor") << "taken" << QList<quint64>{1} << 0U;
    QTest::newRow("no dimensions") << "a" << QList<quint64>{} << 0U;
    QTest::newRow("five dimensions") << "a" << QList<quint64>{1, 1, 1, 1, 1} << 0U;
    QTest::newRow("empty dimension") << "a" << QList<quint64>{1, 0} << 0U;
    QTest::newRow("rows do not divide") << "a" << QList<quint64>{100} << 12U;
    QTest::newRow("overflow") << "a" << QList<quint64>{1ULL << 61, 2} << 0U;
    QTest::newRow("padding overflows") << "a" << QList<quint64>{~0ULL} << 24U;
}

void TestGgufWriter::refusesUnsoundDeclarations()
{
    QFETCH(QString, name);
    QFETCH(QList<quint64>, dims);
    QFETCH(unsigned, type);
    const std::vector<GgufWriter::Tensor> tensors = {
        plain("taken", {1}), plain(name.toStdString(), {dims.begin(), dims.end()}, static_cast<TensorType>(type))};
    QVERIFY(!GgufWriter::fileBytes({}, tensors));
    QTemporaryDir folder;
    const fs::path target = fs::path(folder.path().toStdString()) / "a.gguf";
    const auto writer = GgufWriter::create(target, {}, tensors, Overwrite::No);
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::Internal);
    QVERIFY(fs::is_empty(target.parent_path()));
}

void TestGgufWriter::refusesUnsoundKeys()
{
    GgufMetadata twice;
    twice.append("a", GgufValue::u32(1));
    twice.append("a", GgufValue::u32(2));
    QVERIFY(!GgufWriter::fileBytes(twice, {}));
    GgufMetadata alignment;
    alignment.append("general.alignment", GgufValue::u32(24));
    QVERIFY(!GgufWriter::fileBytes(alignment, {}));
}

QTEST_GUILESS_MAIN(TestGgufWriter)
#include "tst_ggufwriter.moc"
