// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models from GGUF files: golden inputs, hostile headers, split files.

#include "core/model/model.h"
#include "tests/model/modelfiles.h"
#include "tests/support/shareddata.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

QJsonObject readJson(const fs::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace

class TestGgufModel : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void opensGoldenInputs_data();
    void opensGoldenInputs();
    void keepsOutputOrder_data();
    void keepsOutputOrder();
    void keepsMetadata();
    void dropsForeignAlignment();
    void judgesBadFiles_data();
    void judgesBadFiles();
    void rejectsImpossibleNumbers_data();
    void rejectsImpossibleNumbers();
    void readsNumbersPerLayer();
    void rejectsLayerBeyondCount();
    void tellsWhatItCannotQuantize_data();
    void tellsWhatItCannotQuantize();
    void namesModelSafely();
    void joinsGoldenSplit();
    void rejectsIncompleteSplit();
    void rejectsRepeatedPart();
    void refusesWhatIsStillDownloaded_data();
    void refusesWhatIsStillDownloaded();
    void opensFolderWithOneModel();

private:
    fs::path file(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestGgufModel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestGgufModel::opensGoldenInputs_data()
{
    QTest::addColumn<QString>("name");
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const QJsonObject inputs = readJson(sharedData("golden/files/manifest.json"))["inputs"].toObject();
    for (const QString &name : inputs.keys())
        if (inputs[name].toObject().contains("tensors") && name.endsWith(".gguf") && !name.contains("imatrix") &&
            (!name.contains("-of-") || name.contains("00001-of")))
            QTest::newRow(qPrintable(name)) << name;
}

void TestGgufModel::opensGoldenInputs()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    QFETCH(QString, name);
    const auto model = openModel(sharedData("golden/files") / name.toStdString());
    QVERIFY2(model, why(model));
    QVERIFY(model->supported);
    QVERIFY(!model->architecture.empty() && !model->architectureName.empty() && !model->mainType.empty());
    QVERIFY(model->hyper.layerCount > 0 && model->hyper.headCountKv > 0 && model->hyper.keyLength > 0);
    QVERIFY(model->parameterCount > 0 && model->sourceBytes > 0);
    if (name.contains("-of-"))
        return; // its tensors are listed part by part
    const QJsonObject tensors =
        readJson(sharedData("golden/files/manifest.json"))["inputs"].toObject()[name].toObject()["tensors"].toObject();
    QCOMPARE(model->tensors.size(), std::size_t(tensors.size()));
    for (const ModelTensor &tensor : model->tensors) {
        const QJsonArray expected = tensors[QString::fromStdString(tensor.name)].toArray();
        QCOMPARE(QString::fromUtf8(tensorTypeName(tensor.type).data()), expected[0].toString());
        const QJsonArray dims = expected[1].toArray();
        QCOMPARE(tensor.dims.size(), std::size_t(dims.size()));
        for (int i = 0; i < dims.size(); ++i)
            QCOMPARE(tensor.dims[std::size_t(i)], std::uint64_t(dims[i].toInteger()));
    }
}

void TestGgufModel::keepsOutputOrder_data()
{
    // Cases whose outputs list their tensors in output order; the manifest is read as text because a JSON object has
    // no order once it is parsed.
    QTest::addColumn<QString>("name");
    for (const char *name : {"llama-f16.gguf", "llama-gqa4-bf16.gguf", "mixtral-f16.gguf", "qwen2moe-bf16.gguf"})
        QTest::newRow(name) << name;
}

void TestGgufModel::keepsOutputOrder()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    QFETCH(QString, name);
    QFile manifest(QString::fromStdString(sharedData("golden/files/manifest.json").string()));
    QVERIFY(manifest.open(QIODevice::ReadOnly));
    const QByteArray text = manifest.readAll();
    const qsizetype cases = text.indexOf("\"cases\"");
    const qsizetype line = text.indexOf("\"input\":\"" + name.toUtf8() + "\"", cases);
    QVERIFY(cases > 0 && line > 0);
    const qsizetype lineEnd = text.indexOf('\n', line);
    const auto model = openModel(sharedData("golden/files") / name.toStdString());
    QVERIFY2(model, why(model));
    qsizetype at = text.indexOf("\"tensors\":{", line);
    QVERIFY(at > 0 && at < lineEnd);
    for (const ModelTensor &tensor : model->tensors) {
        const QByteArray key = "\"" + QByteArray::fromStdString(tensor.name) + "\":";
        const qsizetype found = text.indexOf(key, at);
        QVERIFY2(found > 0 && found < lineEnd, tensor.name.c_str());
        at = found;
    }
}

void TestGgufModel::keepsMetadata()
{
    SNUG_REQUIRE_SHARED("golden/files/llama-full-bf16.gguf");
    const fs::path path = sharedData("golden/files/llama-full-bf16.gguf");
    const auto source = InputFile::open(path);
    QVERIFY(source);
    const auto header = readGgufHeader(*source);
    const auto model = openModel(path);
    QVERIFY2(header && model, why(model));
    const auto &expected = header->metadata.entries();
    const auto &found = model->metadata.entries();
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].first, expected[i].first);
        QVERIFY(std::ranges::equal(found[i].second.payload(), expected[i].second.payload()));
    }
    QCOMPARE(model->name, std::string("llama-full-bf16"));
    QCOMPARE(model->architectureName, std::string("Llama"));
    QCOMPARE(model->mainType, std::string("BF16"));
    QCOMPARE(model->hyper.layerCount, 5U);
    QCOMPARE(model->hyper.headCount, 8U);
    QCOMPARE(model->hyper.headCountKv, 2U);
    QCOMPARE(model->hyper.keyLength, 32U);
    QCOMPARE(model->hyper.vocabularySize, 512U);
    QCOMPARE(model->hyper.kvBytesPerToken(2), 5 * 2 * 64 * 2.0);
    const ModelTensor *value = model->find("blk.3.attn_v.weight");
    QVERIFY(value);
    QCOMPARE(value->role, TensorRole::AttnV);
    QCOMPARE(value->layer, 3);
    QVERIFY(!model->find("blk.9.attn_v.weight"));
}

void TestGgufModel::dropsForeignAlignment()
{
    SNUG_REQUIRE_SHARED("golden/files/tiny-align64-v2-f16.gguf");
    const auto model = openModel(sharedData("golden/files/tiny-align64-v2-f16.gguf"));
    QVERIFY2(model, why(model));
    QVERIFY(!model->metadata.find("general.alignment"));
    QCOMPARE(model->notes.size(), std::size_t{1});
    GgufMetadata metadata = smallMetadata();
    metadata.append("general.alignment", GgufValue::u32(32));
    QVERIFY(writeGguf(file("plain.gguf"), metadata, smallTensors()));
    const auto plain = openModel(file("plain.gguf"));
    QVERIFY2(plain, why(plain));
    QVERIFY(plain->metadata.find("general.alignment"));
    QVERIFY(plain->notes.empty());
}

void TestGgufModel::judgesBadFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expect");
    SNUG_REQUIRE_SHARED("golden/gguf-bad/manifest.json");
    for (const auto &entry : readJson(sharedData("golden/gguf-bad/manifest.json"))["files"].toArray()) {
        const QString name = entry.toObject()["file"].toString();
        // NaN in the data is found when the data is read, not here.
        if (name.endsWith(".gguf") && name != "data-nan.gguf")
            QTest::newRow(qPrintable(name)) << name << entry.toObject()["expect"].toString();
    }
}

void TestGgufModel::judgesBadFiles()
{
    SNUG_REQUIRE_SHARED("golden/gguf-bad/manifest.json");
    QFETCH(QString, name);
    QFETCH(QString, expect);
    const fs::path path = sharedData("golden/gguf-bad") / name.toStdString();
    const auto model = openModel(path);
    if (expect == "accept")
        QVERIFY2(model && model->supported, why(model));
    if (expect == "reject") {
        QVERIFY(!model);
        QVERIFY(model.error().code == ErrorCode::BadInput || model.error().code == ErrorCode::Unsupported);
    }
    if (!model) {
        QVERIFY(!model.error().message.empty());
        QCOMPARE(model.error().file, path.string());
    }
    if (name.startsWith("block-count-") || name == "head-count-kv-0.gguf") {
        QVERIFY(!model);
        QVERIFY2(model.error().message.find("expected a whole number from 1 to") != std::string::npos, why(model));
    }
    if (name == "arch-unknown.gguf" || name == "no-tensors.gguf") {
        QVERIFY2(model, why(model));
        QVERIFY(!model->supported && !model->unsupportedReason.empty());
    }
    if (name == "split-no-not-first.gguf")
        QVERIFY2(model.error().message.find("give the first part") != std::string::npos, why(model));
}

void TestGgufModel::rejectsImpossibleNumbers_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("kind");
    QTest::newRow("layers as text") << "llama.block_count" << 0;
    QTest::newRow("layers fractional") << "llama.block_count" << 1;
    QTest::newRow("layers missing") << "llama.block_count" << 2;
    QTest::newRow("width zero") << "llama.embedding_length" << 3;
    QTest::newRow("width missing") << "llama.embedding_length" << 2;
    QTest::newRow("heads above 32 bits") << "llama.attention.head_count" << 4;
    QTest::newRow("heads for three layers") << "llama.attention.head_count" << 5;
    QTest::newRow("kv heads negative in a list") << "llama.attention.head_count_kv" << 6;
    QTest::newRow("kv heads as a list of texts") << "llama.attention.head_count_kv" << 7;
    QTest::newRow("key length negative") << "llama.attention.key_length" << 8;
    QTest::newRow("context as text") << "llama.context_length" << 0;
}

void TestGgufModel::rejectsImpossibleNumbers()
{
    QFETCH(QString, key);
    QFETCH(int, kind);
    GgufMetadata metadata = smallMetadata();
    const std::string name = key.toStdString();
    const std::vector<std::uint32_t> three{4, 4, 4};
    const std::vector<std::int32_t> negative{2, -2};
    const std::vector<std::string> texts{"a", "b"};
    const GgufValue values[] = {GgufValue::string("2"),    GgufValue::f32(2.5F),       {},
                                GgufValue::u32(0),         GgufValue::u64(1ULL << 32), GgufValue::u32s(three),
                                GgufValue::i32s(negative), GgufValue::strings(texts),  GgufValue::i32(-1)};
    if (kind == 2)
        metadata.remove(name);
    else
        metadata.set(name, values[kind]);
    QVERIFY(writeGguf(file("bad.gguf"), metadata, smallTensors()));
    const auto model = openModel(file("bad.gguf"));
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(model.error().message.find(name) != std::string::npos, why(model));
    QCOMPARE(model.error().file, file("bad.gguf").string());
}

void TestGgufModel::readsNumbersPerLayer()
{
    GgufMetadata metadata = smallMetadata();
    const std::vector<std::uint32_t> heads{4, 8}, headsKv{0, 3};
    metadata.set("llama.attention.head_count", GgufValue::u32s(heads));
    metadata.set("llama.attention.head_count_kv", GgufValue::u32s(headsKv));
    metadata.set("llama.attention.key_length", GgufValue::u32(10));
    metadata.set("llama.attention.value_length", GgufValue::u32(6));
    QVERIFY(writeGguf(file("mixed.gguf"), metadata, smallTensors()));
    const auto model = openModel(file("mixed.gguf"));
    QVERIFY2(model, why(model));
    QCOMPARE(model->hyper.headCount, 4U);
    QCOMPARE(model->hyper.headCountKv, 0U);
    QCOMPARE(model->hyper.layerHeadCountKv, headsKv);
    QCOMPARE(model->hyper.kvBytesPerToken(2), 3 * 16 * 2.0);
}

void TestGgufModel::rejectsLayerBeyondCount()
{
    GgufMetadata metadata = smallMetadata();
    metadata.set("llama.block_count", GgufValue::u32(1));
    QVERIFY(writeGguf(file("layers.gguf"), metadata, smallTensors()));
    const auto model = openModel(file("layers.gguf"));
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QCOMPARE(model.error().tensor, std::string("blk.1.attn_q.weight"));
}

void TestGgufModel::tellsWhatItCannotQuantize_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("reason");
    QTest::newRow("unknown architecture") << "general.architecture"
                                          << "marvin"
                                          << "marvin";
    QTest::newRow("vision part") << "general.architecture"
                                 << "clip"
                                 << "vision";
    QTest::newRow("adapter") << "general.type"
                             << "adapter"
                             << "adapter";
}

void TestGgufModel::tellsWhatItCannotQuantize()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, reason);
    GgufMetadata metadata = smallMetadata();
    metadata.set(key.toStdString(), GgufValue::string(value.toStdString()));
    QVERIFY(writeGguf(file("other.gguf"), metadata, smallTensors()));
    const auto model = openModel(file("other.gguf"));
    QVERIFY2(model, why(model));
    QVERIFY(!model->supported);
    QVERIFY(QString::fromStdString(model->unsupportedReason).contains(reason));
    QCOMPARE(model->tensors.size(), std::size_t{3});
}

void TestGgufModel::namesModelSafely()
{
    GgufMetadata metadata = smallMetadata();
    metadata.set("general.name", GgufValue::string("../..\n/etc\xFFpasswd "));
    QVERIFY(writeGguf(file("named.gguf"), metadata, smallTensors()));
    const auto model = openModel(file("named.gguf"));
    QVERIFY2(model, why(model));
    QCOMPARE(model->name, std::string("-..--etc-passwd"));
    metadata.set("general.name", GgufValue::string(" . "));
    QVERIFY(writeGguf(file("named.gguf"), metadata, smallTensors()));
    QCOMPARE(openModel(file("named.gguf"))->name, std::string("named"));
}

void TestGgufModel::joinsGoldenSplit()
{
    SNUG_REQUIRE_SHARED("golden/files/split-f16-00001-of-00003.gguf");
    const auto split = openModel(sharedData("golden/files/split-f16-00001-of-00003.gguf"));
    const auto whole = openModel(sharedData("golden/files/tiny-noftype-f16.gguf"));
    QVERIFY2(split, why(split));
    QVERIFY2(whole, why(whole));
    QCOMPARE(split->files.size(), std::size_t{3});
    QCOMPARE(split->tensors.size(), whole->tensors.size());
    QCOMPARE(split->sourceBytes, whole->sourceBytes);
    QCOMPARE(split->hyper.layerCount, whole->hyper.layerCount);
    for (std::size_t i = 0; i < whole->tensors.size(); ++i) {
        QCOMPARE(split->tensors[i].name, whole->tensors[i].name);
        QCOMPARE(split->tensors[i].dims, whole->tensors[i].dims);
        // The bytes are the same, wherever they lie.
        std::vector<std::byte> a(split->tensors[i].source.sizeBytes), b(whole->tensors[i].source.sizeBytes);
        const TensorSource &from = split->tensors[i].source;
        QVERIFY(InputFile::open(split->files[from.fileIndex])->readAt(from.offset, a));
        QVERIFY(InputFile::open(whole->files[0])->readAt(whole->tensors[i].source.offset, b));
        QVERIFY(a == b);
    }
    QCOMPARE(split->metadata.entries().size(), whole->metadata.entries().size());
    for (std::size_t i = 0; i < whole->metadata.entries().size(); ++i)
        QCOMPARE(split->metadata.entries()[i].first, whole->metadata.entries()[i].first);
}

void TestGgufModel::rejectsIncompleteSplit()
{
    SNUG_REQUIRE_SHARED("golden/files/split-f16-00001-of-00003.gguf");
    for (const char *name : {"split-f16-00001-of-00003.gguf", "split-f16-00002-of-00003.gguf"})
        fs::copy(sharedData("golden/files") / name, file(name));
    const auto missing = openModel(file("split-f16-00001-of-00003.gguf"));
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::BadInput);
    QVERIFY2(missing.error().message.find("Part 3 of 3") != std::string::npos, why(missing));
    const auto second = openModel(file("split-f16-00002-of-00003.gguf"));
    QVERIFY(!second);
    QVERIFY2(second.error().message.find("give the first part") != std::string::npos, why(second));
    fs::rename(file("split-f16-00001-of-00003.gguf"), file("renamed.gguf"));
    const auto renamed = openModel(file("renamed.gguf"));
    QVERIFY(!renamed);
    QVERIFY2(renamed.error().message.find("-00001-of-00003.gguf") != std::string::npos, why(renamed));
}

void TestGgufModel::refusesWhatIsStillDownloaded_data()
{
    QTest::addColumn<QString>("open");
    QTest::addColumn<QString>("begun");
    QTest::newRow("one file") << "x.gguf"
                              << "x.gguf";
    QTest::newRow("first part") << "s-00001-of-00002.gguf"
                                << "s-00001-of-00002.gguf";
    QTest::newRow("later part") << "s-00001-of-00002.gguf"
                                << "s-00002-of-00002.gguf";
    QTest::newRow("lone safetensors") << "x.safetensors"
                                      << "x.safetensors";
}

void TestGgufModel::refusesWhatIsStillDownloaded()
{
    QFETCH(QString, open);
    QFETCH(QString, begun);
    QVERIFY(writeGguf(file("x.gguf"), smallMetadata(), smallTensors()));
    for (const int part : {0, 1}) {
        GgufMetadata metadata = smallMetadata();
        metadata.append("split.no", GgufValue::u16(static_cast<std::uint16_t>(part)));
        metadata.append("split.count", GgufValue::u16(2));
        metadata.append("split.tensors.count", GgufValue::i32(3));
        const std::vector<GgufWriter::Tensor> all = smallTensors();
        const std::vector<GgufWriter::Tensor> own(part == 0 ? all.begin() : all.begin() + 1,
                                                  part == 0 ? all.begin() + 1 : all.end());
        QVERIFY(writeGguf(file(part == 0 ? "s-00001-of-00002.gguf" : "s-00002-of-00002.gguf"), metadata, own));
    }
    const std::string header = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    QVERIFY(writeText(file("x.safetensors"),
                      std::string(1, static_cast<char>(header.size())) + std::string(7, '\0') + header + "1234"));
    const fs::path path = file(qPrintable(open)), control = file(qPrintable(begun + ".aria2"));
    QVERIFY2(openModel(path).has_value(), why(openModel(path)));
    QVERIFY(writeText(control, "0"));
    const auto model = openModel(path);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, begun.toStdString() + " is not downloaded to its end ('"), why(model));
}

void TestGgufModel::rejectsRepeatedPart()
{
    SNUG_REQUIRE_SHARED("golden/files/split-f16-00001-of-00003.gguf");
    for (const char *name : {"split-f16-00001-of-00003.gguf", "split-f16-00002-of-00003.gguf"})
        fs::copy(sharedData("golden/files") / name, file(name));
    fs::copy(sharedData("golden/files/split-f16-00002-of-00003.gguf"), file("split-f16-00003-of-00003.gguf"));
    const auto twice = openModel(file("split-f16-00001-of-00003.gguf"));
    QVERIFY(!twice);
    QVERIFY2(twice.error().message.find("says it is part 2 of 3, expected part 3") != std::string::npos, why(twice));
    QVERIFY(writeGguf(file("a-00001-of-00001.gguf"), smallMetadata(), smallTensors()));
    fs::copy(file("a-00001-of-00001.gguf"), file("split-f16-00003-of-00003.gguf"),
             fs::copy_options::overwrite_existing);
    const auto whole = openModel(file("split-f16-00001-of-00003.gguf"));
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.find("says it is a whole model") != std::string::npos, why(whole));
}

void TestGgufModel::opensFolderWithOneModel()
{
    SNUG_REQUIRE_SHARED("golden/files/split-f16-00001-of-00003.gguf");
    for (const char *part : {"1", "2", "3"}) {
        const std::string name = std::string("split-f16-0000") + part + "-of-00003.gguf";
        fs::copy(sharedData("golden/files") / name, file(name.c_str()));
    }
    const auto one = openModel(m_folder->path().toStdString());
    QVERIFY2(one, why(one));
    QCOMPARE(one->files.size(), std::size_t{3});
    QVERIFY(writeGguf(file("a.gguf"), smallMetadata(), smallTensors()));
    const auto two = openModel(m_folder->path().toStdString());
    QVERIFY(!two);
    QCOMPARE(two.error().code, ErrorCode::Usage);
    QVERIFY2(mentions(two.error().message, "2 GGUF models; choose one of them, such as a.gguf"), why(two));
}

QTEST_APPLESS_MAIN(TestGgufModel)
#include "tst_ggufmodel.moc"
