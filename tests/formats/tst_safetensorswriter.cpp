// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The safetensors writer: what it makes is read back as declared, whatever the order of its bytes was.

#include "core/formats/safetensors.h"
#include "core/formats/safetensorswriter.h"
#include "tests/formats/testfiles.h"
#include "tests/support/childprocess.h"

#include <sys/resource.h>

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
using Tensor = SafetensorsWriter::Tensor;

namespace {

constexpr int kCannotMount = 77;

/// Bytes of a tensor that differ from those of others.
Bytes contentOf(std::size_t tensor, std::size_t sizeBytes)
{
    Bytes bytes(sizeBytes);
    for (std::size_t i = 0; i < sizeBytes; ++i)
        bytes[i] = static_cast<std::byte>(i * 31 + tensor * 17 + i / 251);
    return bytes;
}

std::vector<Tensor> mixedTensors()
{
    return {{"byte", "U8", {3}},
            {"matrix.weight", "BF16", {4, 6}},
            {"half", "F16", {5}},
            {"empty", "F32", {0, 1u << 30}},
            {"scalar", "U8", {}},
            {"single", "F32", {3}},
            {"count", "I64", {2}},
            {"large", "I32", {700'000}},
            {"naïve \"quoted\"", "F8_E4M3", {8}}};
}

std::string sha256Of(const Bytes &bytes)
{
    const QByteArrayView view(reinterpret_cast<const char *>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QCryptographicHash::hash(view.toByteArray(), QCryptographicHash::Sha256).toHex().toStdString();
}

/// Writes a tensor in pieces, last one first.
Result<void> writeBackwards(SafetensorsWriter &writer, std::size_t tensor, const Bytes &bytes)
{
    const std::size_t piece = std::max<std::size_t>(1, bytes.size() / 3);
    for (std::size_t end = bytes.size(); end > 0;) {
        const std::size_t begin = end > piece ? end - piece : 0;
        SNUG_TRY(writer.writeAt(tensor, begin, std::span(bytes).subspan(begin, end - begin)));
        end = begin;
    }
    return writer.complete(tensor);
}

} // namespace

class TstSafetensorsWriter : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsBackAsDeclared_data();
    void readsBackAsDeclared();
    void liesAligned();
    void noTensors();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void refusesExistingFile();
    void refusesWrongUse();
    void fullDisk();
    void sizeLimit();

private:
    std::filesystem::path path(const char *name = "model.safetensors") const
    {
        return m_folder->filePath(name).toStdString();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstSafetensorsWriter::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstSafetensorsWriter::readsBackAsDeclared_data()
{
    QTest::addColumn<std::vector<std::size_t>>("order");
    QTest::newRow("in order") << std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8};
    QTest::newRow("backwards") << std::vector<std::size_t>{8, 7, 6, 5, 4, 3, 2, 1, 0};
    QTest::newRow("mixed, the empty one not named") << std::vector<std::size_t>{7, 0, 6, 1, 5, 2, 8, 4};
}

void TstSafetensorsWriter::readsBackAsDeclared()
{
    QFETCH(std::vector<std::size_t>, order);
    const std::vector<Tensor> tensors = mixedTensors();
    auto writer = SafetensorsWriter::create(path(), tensors);
    QVERIFY(writer.has_value());
    for (const std::size_t i : order)
        QVERIFY(writeBackwards(*writer, i, contentOf(i, *tensors[i].sizeBytes())));
    QVERIFY(writer->finish());
    QVERIFY(writer->finish()); // nothing more to do

    const Bytes file = readWhole(path());
    QCOMPARE(writer->sizeBytes(), file.size());
    QCOMPARE(SafetensorsWriter::fileBytes(tensors), std::optional<std::uint64_t>(file.size()));
    QCOMPARE(writer->sha256(), sha256Of(file));
    const auto header = readSafetensorsHeader(*InputFile::open(path()));
    QVERIFY2(header.has_value(), header ? "" : header.error().message.c_str());
    QCOMPARE(header->size(), tensors.size());
    for (const SafetensorsTensor &found : *header) {
        const auto declared = std::ranges::find(tensors, found.name, &Tensor::name);
        QVERIFY(declared != tensors.end());
        QCOMPARE(found.dtype, declared->dtype);
        QCOMPARE(found.shape, declared->shape);
        const auto at = file.begin() + static_cast<std::ptrdiff_t>(found.offset);
        QCOMPARE(Bytes(at, at + static_cast<std::ptrdiff_t>(found.sizeBytes)),
                 contentOf(static_cast<std::size_t>(declared - tensors.begin()), found.sizeBytes));
    }
}

void TstSafetensorsWriter::liesAligned()
{
    QVERIFY(SafetensorsWriter::create(path(), mixedTensors()).has_value());
    const auto header = readSafetensorsHeader(*InputFile::open(path()));
    QVERIFY(header.has_value());
    std::vector<std::string> names;
    for (const SafetensorsTensor &tensor : *header) {
        names.push_back(tensor.name);
        QCOMPARE(tensor.offset % (*safetensorsDtypeBits(tensor.dtype) / 8), std::uint64_t(0));
    }
    const std::vector<std::string> expected = {"matrix.weight", "empty", "count", "large", "naïve \"quoted\"",
                                               "single",        "half",  "byte",  "scalar"};
    QCOMPARE(names, expected);
    QCOMPARE(header->front().offset % 8, std::uint64_t(0));
    const Bytes file = readWhole(path());
    const std::string_view text(reinterpret_cast<const char *>(file.data()), header->front().offset);
    QVERIFY(text.substr(8).starts_with(R"({"__metadata__":{"format":"pt"},"matrix.weight":{"dtype":"BF16",)"
                                       R"("shape":[4,6],"data_offsets":[0,48]},)"));
}

void TstSafetensorsWriter::noTensors()
{
    auto writer = SafetensorsWriter::create(path(), {});
    QVERIFY(writer.has_value());
    QVERIFY(writer->finish());
    QCOMPARE(writer->sha256(), sha256Of(readWhole(path())));
    const auto header = readSafetensorsHeader(*InputFile::open(path()));
    QVERIFY(header.has_value());
    QVERIFY(header->empty());
}

void TstSafetensorsWriter::refusesWhatCannotBe_data()
{
    QTest::addColumn<std::vector<Tensor>>("tensors");
    QTest::newRow("name twice") << std::vector<Tensor>{{"a", "U8", {1}}, {"a", "F32", {2}}};
    QTest::newRow("no name") << std::vector<Tensor>{{"", "U8", {1}}};
    QTest::newRow("name of the metadata") << std::vector<Tensor>{{"__metadata__", "U8", {1}}};
    QTest::newRow("control character") << std::vector<Tensor>{{"a\n", "U8", {1}}};
    QTest::newRow("bad UTF-8") << std::vector<Tensor>{{"\xff", "U8", {1}}};
    QTest::newRow("unknown dtype") << std::vector<Tensor>{{"a", "Q4_0", {32}}};
    QTest::newRow("part of a byte") << std::vector<Tensor>{{"a", "F4", {3}}};
    QTest::newRow("shape overflows") << std::vector<Tensor>{{"a", "U8", {1ull << 40, 1ull << 40}}};
    QTest::newRow("sum overflows") << std::vector<Tensor>{
        {"a", "U8", {1ull << 60}}, {"b", "I64", {1ull << 58}}, {"c", "I64", {1ull << 60}}, {"d", "I64", {1ull << 60}}};
}

void TstSafetensorsWriter::refusesWhatCannotBe()
{
    QFETCH(std::vector<Tensor>, tensors);
    QVERIFY(!SafetensorsWriter::fileBytes(tensors));
    const auto writer = SafetensorsWriter::create(path(), tensors);
    QVERIFY(!writer.has_value());
    QCOMPARE(writer.error().code, ErrorCode::Internal);
    QVERIFY(!std::filesystem::exists(path()));
}

void TstSafetensorsWriter::refusesExistingFile()
{
    QVERIFY(writeWhole(path(), bytesOf("mine")));
    const auto writer = SafetensorsWriter::create(path(), mixedTensors());
    QVERIFY(!writer.has_value());
    QCOMPARE(writer.error().code, ErrorCode::Usage);
    QCOMPARE(readWhole(path()), bytesOf("mine"));
    const auto nowhere = SafetensorsWriter::create(path("no/folder"), mixedTensors());
    QVERIFY(!nowhere.has_value());
    QCOMPARE(nowhere.error().code, ErrorCode::Io);
}

void TstSafetensorsWriter::refusesWrongUse()
{
    auto writer = SafetensorsWriter::create(path(), {{"a", "U8", {4}}, {"b", "U8", {8}}});
    QVERIFY(writer.has_value());
    const Bytes four = bytesOf("four");
    QVERIFY(writer->writeAt(0, 0, four));
    for (const auto &step : {writer->writeAt(0, 1, four), writer->writeAt(0, 5, {}), writer->writeAt(2, 0, four),
                             writer->writeAt(1, ~std::uint64_t{0}, four), writer->complete(2), writer->finish()}) {
        QVERIFY(!step.has_value());
        QCOMPARE(step.error().code, ErrorCode::Internal);
    }
    QVERIFY(writer->complete(0));
    QVERIFY(!writer->writeAt(0, 0, four)); // its checksum is taken
    QVERIFY(writer->writeAt(1, 4, four) && writer->writeAt(1, 0, four) && writer->complete(1));
    SafetensorsWriter moved = *std::move(writer);
    QVERIFY(moved.finish());
    QCOMPARE(moved.sha256(), sha256Of(readWhole(path())));
}

void TstSafetensorsWriter::fullDisk()
{
    const auto result = inChild([&](const ChildProcess::Say &say) {
        if (!mountInChild(m_folder->path().toStdString(), "tmpfs", "size=1m"))
            return kCannotMount;
        const auto writer = SafetensorsWriter::create(path(), {{"a", "U8", {4 << 20}}});
        if (writer || std::filesystem::exists(path()))
            return 1;
        say(writer.error().message);
        return writer.error().code == ErrorCode::DoesNotFit ? 0 : 2;
    });
    if (result.exitCode == kCannotMount)
        QSKIP("this system does not let a test mount a small disk");
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.output.find("4.00 MiB more are needed, 1.00 MiB are free") != std::string::npos,
             result.output.c_str());
}

void TstSafetensorsWriter::sizeLimit()
{
    const auto result = inChild([&](const ChildProcess::Say &) {
        const rlimit most{100'000, 100'000};
        if (::setrlimit(RLIMIT_FSIZE, &most) != 0)
            return 1;
        const auto writer = SafetensorsWriter::create(path(), {{"a", "U8", {1 << 20}}});
        return !writer && writer.error().code == ErrorCode::Io && !std::filesystem::exists(path()) ? 0 : 2;
    });
    QCOMPARE(result.signal, 0);
    QCOMPARE(result.exitCode, 0);
}

QTEST_APPLESS_MAIN(TstSafetensorsWriter)
#include "tst_safetensorswriter.moc"
