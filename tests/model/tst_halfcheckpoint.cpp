// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoints whose download has not ended, or whose files are not all of one piece.

#include "core/model/model.h"
#include "tests/model/checkpointfiles.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestHalfCheckpoint : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_files = std::make_unique<CheckpointFolder>(); }
    void namesLinksToNothing_data();
    void namesLinksToNothing();
    void namesLfsPointers_data();
    void namesLfsPointers();
    void namesTensorsOutsideTheIndex();

private:
    std::unique_ptr<CheckpointFolder> m_files;
};

void TestHalfCheckpoint::namesLinksToNothing_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"config.json", "tokenizer.json", "model.safetensors"})
        QTest::newRow(name) << name;
}

void TestHalfCheckpoint::namesLinksToNothing()
{
    QFETCH(QString, name);
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    fs::remove(m_files->folder() / name.toStdString());
    fs::create_symlink("../../blobs/0123", m_files->folder() / name.toStdString());
    const auto model = openModel(m_files->folder());
    const std::string message = model ? model->unsupportedReason : model.error().message;
    QVERIFY2(mentions(message, name.toStdString() + " is a link to a file that is not there"), message.c_str());
    QVERIFY2(mentions(message, "download it again"), message.c_str());
}

void TestHalfCheckpoint::namesLfsPointers_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"config.json", "tokenizer.json", "tokenizer.model", "model.safetensors"})
        QTest::newRow(name) << name;
}

void TestHalfCheckpoint::namesLfsPointers()
{
    QFETCH(QString, name);
    QVERIFY(TestCheckpoint().write(m_files->folder()));
    QVERIFY(writeText(m_files->folder() / name.toStdString(),
                      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n"));
    const auto model = openModel(m_files->folder());
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "holds no data, only where Git LFS keeps them; fetch them"), why(model));
    QVERIFY2(mentions(model.error().message, name.toStdString()), why(model));
}

void TestHalfCheckpoint::namesTensorsOutsideTheIndex()
{
    const TestCheckpoint checkpoint;
    QVERIFY(checkpoint.write(m_files->folder()));
    fs::rename(m_files->folder() / "model.safetensors", m_files->folder() / "s.safetensors");
    Json index = {{"weight_map", Json::object()}};
    for (const auto &[name, tensor] : checkpoint.tensors)
        if (name != "model.norm.weight")
            index["weight_map"][name] = "s.safetensors";
    QVERIFY(writeText(m_files->folder() / "model.safetensors.index.json", index.dump()));
    const auto model = openModel(m_files->folder());
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::BadInput);
    QVERIFY2(mentions(model.error().message, "The tensor model.norm.weight is in a shard, but "
                                             "model.safetensors.index.json does not name it; download the index again"),
             why(model));
    index["weight_map"]["model.norm.weight"] = "s.safetensors";
    index["metadata"]["total_size"] = 5;
    QVERIFY(writeText(m_files->folder() / "model.safetensors.index.json", index.dump()));
    const auto whole = openModel(m_files->folder());
    QVERIFY2(whole, why(whole));
    QCOMPARE(whole->notes.size(), std::size_t{1});
    QVERIFY2(mentions(whole->notes[0], "all tensors have 5 bytes"), whole->notes[0].c_str());
}

QTEST_APPLESS_MAIN(TestHalfCheckpoint)
#include "tst_halfcheckpoint.moc"
