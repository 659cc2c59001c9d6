// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every kind of bad input ends with one clear sentence, the right exit code and nothing under the final name.

#include "tests/cli/snugcli.h"
#include "tests/jobs/smallmodel.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>
#include <sys/mount.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace snug;

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray safetensors(const QByteArray &header, qsizetype dataBytes)
{
    const quint64 length = static_cast<quint64>(header.size());
    return QByteArray(reinterpret_cast<const char *>(&length), 8) + header + QByteArray(dataBytes, '\0');
}

QByteArray oneTensor(const QByteArray &name)
{
    return safetensors("{\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}", 16);
}

QStringList quantize(const QString &model, const QString &output)
{
    return {"quantize", model, "--method", "gguf", "--level", "Q8_0", "-o", output};
}

} // namespace

class TestBadInput : public QObject
{
    Q_OBJECT

private slots:
    void goldenBadFiles_data();
    void goldenBadFiles();
    void checkpoints_data();
    void checkpoints();
    void unknownArchitectureCanBeInspected();
    void aFullDisk();
    void aReadOnlyFolder();
    void outputEqualToInput();
    void theCheckpointsOwnFilesAreKept();
    void aWeightThatIsNoNumber();
    void aModelThatIsNotThere();
};

void TestBadInput::goldenBadFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expect");
    SNUG_REQUIRE_SHARED("golden/gguf-bad/manifest.json");
    std::ifstream stream(test::sharedData("golden/gguf-bad/manifest.json"));
    const nlohmann::json manifest = nlohmann::json::parse(stream);
    for (const auto &one : manifest["files"])
        QTest::newRow(one["file"].get<std::string>().c_str())
            << QString::fromStdString(test::sharedData("golden/gguf-bad/" + one["file"].get<std::string>()).string())
            << QString::fromStdString(one["expect"].get<std::string>());
}

void TestBadInput::goldenBadFiles()
{
    QFETCH(QString, file);
    QFETCH(QString, expect);
    QTemporaryDir folder;
    const QString output = folder.filePath("out.gguf");
    const bool gguf = file.endsWith(".gguf");
    const test::Answer answer = test::snugCli(gguf ? quantize(file, output) : QStringList{"inspect", file});
    if (expect == "accept") {
        QCOMPARE(answer.code, 0);
        return;
    }
    if (expect == "no-crash" && answer.code == 0)
        return;
    QVERIFY2(answer.code == 3 || answer.code == 4, answer.err.constData());
    QVERIFY2(!answer.sentence().isEmpty(), answer.err.constData());
    QVERIFY(QDir(folder.path()).isEmpty());
    const test::Answer json = test::snugCli(QStringList{"inspect", file, "--json"});
    QVERIFY(json.code >= 0);
    QVERIFY(nlohmann::json::accept(json.out.toStdString()));
}

void TestBadInput::checkpoints_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("named");
    QTest::newRow("empty folder") << "empty"
                                  << "model.safetensors";
    QTest::newRow("pickles only") << "pickle"
                                  << "pytorch_model.bin";
    QTest::newRow("missing shard") << "shard"
                                   << "model-00002-of-00002.safetensors";
    QTest::newRow("index names absent tensor") << "absent"
                                               << "ghost.weight";
    QTest::newRow("unknown architecture") << "architecture"
                                          << "MysteryForCausalLM";
    QTest::newRow("config is no JSON") << "config"
                                       << "config.json";
}

void TestBadInput::checkpoints()
{
    QFETCH(QString, kind);
    QFETCH(QString, named);
    QTemporaryDir folder;
    const QString model = folder.filePath("model");
    QVERIFY(QDir().mkdir(model));
    const QByteArray architecture = kind == "architecture" ? "MysteryForCausalLM" : "LlamaForCausalLM";
    const QByteArray config = "{\"architectures\":[\"" + architecture +
                              "\"],\"hidden_size\":2,\"num_hidden_layers\":1,\"num_attention_heads\":1,"
                              "\"intermediate_size\":2,\"vocab_size\":2,\"rms_norm_eps\":1e-5}";
    if (kind != "empty")
        write(model + "/config.json", kind == "config" ? QByteArray("{") : config);
    if (kind == "pickle")
        write(model + "/pytorch_model.bin", "PK");
    if (kind == "architecture" || kind == "config")
        write(model + "/model.safetensors", oneTensor("x.weight"));
    if (kind == "shard" || kind == "absent") {
        write(model + "/model-00001-of-00002.safetensors", oneTensor("a.weight"));
        if (kind == "absent")
            write(model + "/model-00002-of-00002.safetensors", oneTensor("b.weight"));
        const QByteArray second = kind == "absent" ? "ghost.weight" : "b.weight";
        write(model + "/model.safetensors.index.json",
              "{\"weight_map\":{\"a.weight\":\"model-00001-of-00002.safetensors\",\"" + second +
                  "\":\"model-00002-of-00002.safetensors\"}}");
    }
    const test::Answer answer = test::snugCli(quantize(model, folder.filePath("out.gguf")));
    QVERIFY2(answer.code == 3, answer.err.constData());
    QVERIFY2(answer.sentence().contains(named.toUtf8()), answer.err.constData());
    QVERIFY(!QFile::exists(folder.filePath("out.gguf")));
}

void TestBadInput::unknownArchitectureCanBeInspected()
{
    QTemporaryDir folder;
    test::SmallModel model;
    model.architecture = "mystery";
    test::writeSmallModel(folder.filePath("in.gguf").toStdString(), model);
    QCOMPARE(test::snugCli({"inspect", folder.filePath("in.gguf")}).code, 0);
    const test::Answer answer = test::snugCli(quantize(folder.filePath("in.gguf"), folder.filePath("out.gguf")));
    QCOMPARE(answer.code, 3);
    QVERIFY2(answer.sentence().contains("mystery"), answer.err.constData());
}

void TestBadInput::aFullDisk()
{
    QTemporaryDir folder;
    const QByteArray disk = folder.filePath("disk").toLocal8Bit();
    QVERIFY(QDir().mkdir(disk));
    if (::mount("tmpfs", disk.constData(), "tmpfs", 0, "size=100k") != 0)
        QSKIP("a small disk can only be mounted as root with the right to mount");
    test::writeSmallModel(folder.filePath("in.gguf").toStdString());
    const test::Answer answer = test::snugCli(quantize(folder.filePath("in.gguf"), disk + "/out.gguf"));
    const bool nothingLeft = QDir(disk).isEmpty();
    QCOMPARE(::umount(disk.constData()), 0);
    QCOMPARE(answer.code, 4);
    QVERIFY2(answer.sentence().contains("free"), answer.err.constData());
    QVERIFY(nothingLeft);
}

void TestBadInput::aReadOnlyFolder()
{
    QTemporaryDir folder;
    const QString closed = folder.filePath("closed");
    QVERIFY(QDir().mkdir(closed));
    test::writeSmallModel(folder.filePath("in.gguf").toStdString());
    const QByteArray path = closed.toLocal8Bit();
    const bool mounted = ::geteuid() == 0 && ::mount("tmpfs", path.constData(), "tmpfs", MS_RDONLY, "size=20m") == 0;
    if (::geteuid() == 0 && !mounted)
        QSKIP("root may write anywhere, and a read-only disk cannot be mounted here");
    QFile::setPermissions(closed, QFile::ReadOwner | QFile::ExeOwner);
    const test::Answer answer = test::snugCli(quantize(folder.filePath("in.gguf"), closed + "/out.gguf"));
    if (mounted)
        QCOMPARE(::umount(path.constData()), 0);
    QFile::setPermissions(closed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(answer.code == 5, answer.err.constData());
    QVERIFY2(!answer.sentence().isEmpty(), answer.err.constData());
}

void TestBadInput::outputEqualToInput()
{
    QTemporaryDir folder;
    test::writeSmallModel(folder.filePath("in.gguf").toStdString());
    const qint64 before = QFile(folder.filePath("in.gguf")).size();
    const test::Answer answer =
        test::snugCli(quantize(folder.filePath("in.gguf"), folder.filePath("in.gguf")) << "--overwrite");
    QCOMPARE(answer.code, 2);
    QCOMPARE(QFile(folder.filePath("in.gguf")).size(), before);
}

void TestBadInput::theCheckpointsOwnFilesAreKept()
{
    QTemporaryDir folder;
    const QString model = folder.filePath("model");
    std::filesystem::copy(test::sourcePath("resources/sample"), model.toStdString());
    const QString config = model + "/config.json";
    const qint64 before = QFile(config).size();
    const test::Answer answer = test::snugCli(quantize(model, config) << "--overwrite");
    QVERIFY2(answer.code == 2 && answer.sentence().contains("config.json"), answer.err.constData());
    QCOMPARE(QFile(config).size(), before);
}

void TestBadInput::aWeightThatIsNoNumber()
{
    QTemporaryDir folder;
    test::SmallModel model;
    model.nanLayer = 0;
    test::writeSmallModel(folder.filePath("in.gguf").toStdString(), model);
    const test::Answer answer =
        test::snugCli(quantize(folder.filePath("in.gguf"), folder.filePath("out.gguf")) << "--json");
    QCOMPARE(answer.code, 3);
    const auto json = nlohmann::json::parse(answer.out.toStdString());
    QCOMPARE(json["outcome"].get<std::string>(), std::string("failed"));
    QCOMPARE(json["error"]["tensor"].get<std::string>(), std::string("blk.0.ffn_up.weight"));
    QVERIFY(!QFile::exists(folder.filePath("out.gguf")));
    QVERIFY(!QFile::exists(folder.filePath("out.gguf.part")));
}

void TestBadInput::aModelThatIsNotThere()
{
    QTemporaryDir folder;
    const test::Answer answer = test::snugCli(quantize(folder.filePath("none.gguf"), folder.filePath("out.gguf")));
    QVERIFY2(answer.code == 2 || answer.code == 3 || answer.code == 5, answer.err.constData());
    QVERIFY2(answer.sentence().contains("none.gguf"), answer.err.constData());
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_badinput.moc"
