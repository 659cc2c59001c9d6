// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoint folders: single files, shards with an index, and everything that can be missing.

#include "core/formats/safetensors.h"
#include "tests/formats/testfiles.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

/// A file whose tensors are one byte each.
Bytes fileWith(const std::vector<std::string> &names)
{
    std::string header = "{";
    for (std::size_t i = 0; i < names.size(); ++i)
        header += fmt::format(R"({}"{}":{{"dtype":"U8","shape":[1],"data_offsets":[{},{}]}})", i > 0 ? "," : "",
                              names[i], i, i + 1);
    return safetensorsFile(header + "}", names.size());
}

} // namespace

class TestSafetensorsFolder : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void readsSingleFile();
    void prefersSingleFile();
    void readsShards();
    void leavesOutTensorsTheIndexDoesNotName();
    void rejectsMissingShard();
    void rejectsTensorInNoShard();
    void rejectsTensorInAnotherShard();
    void rejectsTensorInTwoShards();
    void rejectsDamagedShard();
    void rejectsFaultyIndex_data();
    void rejectsFaultyIndex();
    void refusesPickles();
    void explainsOtherFolders();
    void namesHalfDownloads_data();
    void namesHalfDownloads();
    void namesAdapters();
    void tellsWhatIsOdd();

private:
    void put(const char *name, const Bytes &bytes) { QVERIFY(writeWhole(m_path / name, bytes)); }
    void putIndex(const char *weightMap)
    {
        put("model.safetensors.index.json", bytesOf(fmt::format(R"({{"metadata":{{}},"weight_map":{}}})", weightMap)));
    }
    Error errorOf() const { return openSafetensorsFolder(m_path).error(); }

    std::optional<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestSafetensorsFolder::init()
{
    m_folder.emplace();
    m_path = m_folder->path().toStdString();
}

void TestSafetensorsFolder::readsSingleFile()
{
    put("model.safetensors", fileWith({"a", "b"}));
    const auto set = openSafetensorsFolder(m_path);
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->files, std::vector<fs::path>{m_path / "model.safetensors"});
    QCOMPARE(set->tensors.size(), std::size_t{2});
}

void TestSafetensorsFolder::prefersSingleFile()
{
    put("model.safetensors", fileWith({"a"}));
    putIndex(R"({"b":"missing.safetensors"})");
    const auto set = openSafetensorsFolder(m_path);
    QVERIFY(set);
    QCOMPARE(set->tensors.front().name, std::string("a"));
}

void TestSafetensorsFolder::readsShards()
{
    put("model-00001-of-00002.safetensors", fileWith({"z", "a"}));
    put("model-00002-of-00002.safetensors", fileWith({"m"}));
    putIndex(R"({"a":"model-00001-of-00002.safetensors","m":"model-00002-of-00002.safetensors",
                 "z":"model-00001-of-00002.safetensors"})");
    const auto set = openSafetensorsFolder(m_path);
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->files.size(), std::size_t{2});
    QCOMPARE(set->tensors.size(), std::size_t{3});
    const char *names[] = {"z", "a", "m"}; // by file, then by offset
    const std::size_t files[] = {0, 0, 1};
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(set->tensors[i].name, std::string(names[i]));
        QCOMPARE(set->tensors[i].fileIndex, files[i]);
    }
    QCOMPARE(set->files[1].filename(), fs::path("model-00002-of-00002.safetensors"));
}

void TestSafetensorsFolder::leavesOutTensorsTheIndexDoesNotName()
{
    put("s.safetensors", fileWith({"a", "extra"}));
    putIndex(R"({"a":"s.safetensors"})");
    const auto set = openSafetensorsFolder(m_path);
    QVERIFY(set);
    QCOMPARE(set->tensors.size(), std::size_t{1});
}

void TestSafetensorsFolder::rejectsMissingShard()
{
    putIndex(R"({"a":"s.safetensors"})");
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QVERIFY(error.message.find("s.safetensors is missing") != std::string::npos);
}

void TestSafetensorsFolder::rejectsTensorInNoShard()
{
    put("s.safetensors", fileWith({"a"}));
    putIndex(R"({"a":"s.safetensors","b":"s.safetensors"})");
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QVERIFY(error.message.find("'b' is in s.safetensors, which does not have it") != std::string::npos);
}

void TestSafetensorsFolder::rejectsTensorInAnotherShard()
{
    put("s.safetensors", fileWith({"a"}));
    put("t.safetensors", fileWith({"b"}));
    putIndex(R"({"a":"t.safetensors","b":"s.safetensors"})");
    QCOMPARE(errorOf().code, ErrorCode::BadInput);
}

void TestSafetensorsFolder::rejectsTensorInTwoShards()
{
    put("s.safetensors", fileWith({"a", "b"}));
    put("t.safetensors", fileWith({"b", "c"}));
    putIndex(R"({"a":"s.safetensors","b":"s.safetensors","c":"t.safetensors"})");
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QVERIFY(error.message.find("two shards") != std::string::npos);
}

void TestSafetensorsFolder::rejectsDamagedShard()
{
    Bytes cut = fileWith({"a"});
    cut.pop_back();
    put("s.safetensors", cut);
    putIndex(R"({"a":"s.safetensors"})");
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QCOMPARE(error.file, (m_path / "s.safetensors").string());
}

void TestSafetensorsFolder::rejectsFaultyIndex_data()
{
    QTest::addColumn<QByteArray>("index");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("{");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("a number") << QByteArray("7");
    QTest::newRow("no map") << QByteArray(R"({"metadata":{}})");
    QTest::newRow("map is a list") << QByteArray(R"({"weight_map":["s.safetensors"]})");
    QTest::newRow("empty map") << QByteArray(R"({"weight_map":{}})");
    QTest::newRow("shard is a number") << QByteArray(R"({"weight_map":{"a":1}})");
    QTest::newRow("shard in another folder") << QByteArray(R"({"weight_map":{"a":"../s.safetensors"}})");
    QTest::newRow("shard by its path") << QByteArray(R"({"weight_map":{"a":"/tmp/s.safetensors"}})");
    QTest::newRow("shard with a backslash") << QByteArray(R"({"weight_map":{"a":"..\\s.safetensors"}})");
    QTest::newRow("shard with a zero") << QByteArray(R"({"weight_map":{"a":"s\u0000.safetensors"}})");
    QTest::newRow("shard is a pickle") << QByteArray(R"({"weight_map":{"a":"pytorch_model.bin"}})");
    QTest::newRow("tensor twice") << QByteArray(R"({"weight_map":{"a":"s.safetensors","a":"t.safetensors"}})");
}

void TestSafetensorsFolder::rejectsFaultyIndex()
{
    QFETCH(QByteArray, index);
    put("s.safetensors", fileWith({"a"}));
    put("model.safetensors.index.json", bytesOf(index.toStdString()));
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QCOMPARE(error.file, (m_path / "model.safetensors.index.json").string());
}

void TestSafetensorsFolder::refusesPickles()
{
    put("pytorch_model-00001-of-00002.bin", {});
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::Unsupported);
    QVERIFY(error.message.find("can run any code") != std::string::npos);
    QVERIFY(error.message.find("pytorch_model-00001-of-00002.bin") != std::string::npos);
}

void TestSafetensorsFolder::explainsOtherFolders()
{
    const Error empty = errorOf();
    QCOMPARE(empty.code, ErrorCode::BadInput);
    QVERIFY(empty.message.find("model.safetensors.index.json") != std::string::npos);

    put("model-00001-of-00002.safetensors", fileWith({"a"}));
    const Error noIndex = errorOf();
    QCOMPARE(noIndex.code, ErrorCode::BadInput);
    QVERIFY(noIndex.message.find("model-00001-of-00002.safetensors") != std::string::npos);

    const auto nowhere = openSafetensorsFolder(m_path / "nowhere");
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, ErrorCode::Usage);
}

void TestSafetensorsFolder::namesHalfDownloads_data()
{
    QTest::addColumn<QString>("there"); // with a shard whose index names "t.safetensors" too, if "index" is set
    QTest::addColumn<bool>("link");
    QTest::addColumn<bool>("index");
    QTest::addColumn<QString>("says");
    const QString half = "is not downloaded to its end ('%1' is there)", link = "is a link to a file that is not there";
    const auto row = [&](const char *there, bool isLink, bool index) {
        QTest::newRow(there) << there << isLink << index << (isLink ? link : half.arg(there));
    };
    for (const char *ending : {".incomplete", ".part", ".crdownload", ".partial", ".download"}) {
        row(qPrintable(QString("t.safetensors%1").arg(ending)), false, true);
        row(qPrintable(QString("model.safetensors%1").arg(ending)), false, false);
    }
    row("t.safetensors.aria2", false, true);
    row("s.safetensors.aria2", false, true);
    row("model.safetensors.index.json.incomplete", false, false);
    row("model-00001-of-00002.safetensors.incomplete", false, false);
    row("t.safetensors", true, true);
    row("model.safetensors", true, false);
    row("model.safetensors.index.json", true, false);
}

void TestSafetensorsFolder::namesHalfDownloads()
{
    QFETCH(QString, there);
    QFETCH(bool, link);
    QFETCH(bool, index);
    QFETCH(QString, says);
    put("s.safetensors", fileWith({"a"}));
    if (index)
        putIndex(R"({"a":"s.safetensors","b":"t.safetensors"})");
    if (link)
        fs::create_symlink("../../blobs/0123", m_path / there.toStdString());
    else
        put(qPrintable(there), fileWith({"b"}));
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::BadInput);
    for (const QString &part : {says, QString("download")})
        QVERIFY2(error.message.find(part.toStdString()) != std::string::npos, error.message.c_str());
}

void TestSafetensorsFolder::namesAdapters()
{
    put("adapter_model.safetensors", fileWith({"a"}));
    const Error error = errorOf();
    QCOMPARE(error.code, ErrorCode::Unsupported);
    QVERIFY2(error.message.find("an adapter (LoRA), not a whole model; merge it") != std::string::npos,
             error.message.c_str());
}

void TestSafetensorsFolder::tellsWhatIsOdd()
{
    put("s.safetensors", fileWith({"a", "extra", "more"}));
    const auto open = [this](const char *metadata) {
        put("model.safetensors.index.json",
            bytesOf(fmt::format(R"({{"metadata":{},"weight_map":{{"a":"s.safetensors"}}}})", metadata)));
        return openSafetensorsFolder(m_path);
    };
    const auto set = open("{}");
    QVERIFY(set);
    QCOMPARE(set->unnamed, (std::vector<std::string>{"extra", "more"}));
    QCOMPARE(set->notes.size(), std::size_t{1});
    QVERIFY2(set->notes[0].starts_with("2 tensors of the shards are left out"), set->notes[0].c_str());
    const std::uint64_t bytes = set->tensors[0].sizeBytes;
    QCOMPARE(open(fmt::format(R"({{"total_size":{}}})", bytes).c_str())->notes.size(), std::size_t{1});
    const auto wrong = open(R"({"total_size":5})");
    QVERIFY(wrong && wrong->notes.size() == 2);
    QVERIFY2(wrong->notes[1].find(fmt::format("have 5 bytes, but they have {}", bytes)) != std::string::npos,
             wrong->notes[1].c_str());
    for (const char *odd : {R"({"total_size":"lots"})", R"({"total_size":-1})", R"({"total_size":1e300})", "7", "null"})
        QCOMPARE(open(odd)->notes.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestSafetensorsFolder)
#include "tst_safetensorsfolder.moc"
