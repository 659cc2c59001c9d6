// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is said of a file with an importance matrix before it is used, and of one that is none.

#include "core/jobs/importanceinfo.h"
#include "tests/support/shareddata.h"

#include <QDataStream>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;

class TestImportanceInfo : public QObject
{
    Q_OBJECT

private slots:
    void readsTheOlderForm();
    void bothFormsSayTheSame();
    void refusesOtherFiles_data();
    void refusesOtherFiles();

private:
    QString write(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("matrix.dat"));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

    QTemporaryDir m_folder;
};

void TestImportanceInfo::readsTheOlderForm()
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setByteOrder(QDataStream::LittleEndian);
    stream.setFloatingPointPrecision(QDataStream::SinglePrecision);
    const auto text = [&](const QByteArray &words) {
        stream << qint32(words.size());
        stream.writeRawData(words.constData(), int(words.size()));
    };
    stream << qint32(2);
    for (const char *name : {"blk.0.attn_q.weight", "blk.0.attn_v.weight"}) {
        text(name);
        stream << qint32(7) << qint32(3) << 1.0f << 2.0f << 3.0f;
    }
    stream << qint32(40);
    text("novels.txt");
    const auto info = inspectImportance(write(bytes).toStdString());
    QVERIFY2(info.has_value(), info ? "" : info.error().message.c_str());
    QCOMPARE(info->format, std::string("dat"));
    QCOMPARE(info->entryCount, std::size_t(2));
    QCOMPARE(info->datasets, std::vector<std::string>{"novels.txt"});
    QCOMPARE(info->chunkCount, std::uint64_t(40));
}

void TestImportanceInfo::bothFormsSayTheSame()
{
    SNUG_REQUIRE_SHARED("golden/files/llama-f16.imatrix.gguf");
    const auto gguf = inspectImportance(test::sharedData("golden/files/llama-f16.imatrix.gguf"));
    const auto dat = inspectImportance(test::sharedData("golden/files/llama-f16.imatrix.dat"));
    QVERIFY(gguf && dat);
    QCOMPARE(gguf->format, std::string("GGUF"));
    QCOMPARE(dat->format, std::string("dat"));
    QCOMPARE(gguf->entryCount, dat->entryCount);
    QVERIFY(gguf->entryCount > 0);
    QCOMPARE(gguf->chunkCount, dat->chunkCount);
}

void TestImportanceInfo::refusesOtherFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("{\"architectures\": []}");
    QTest::newRow("cut") << QByteArray("GGUF\x03\0\0", 7);
}

void TestImportanceInfo::refusesOtherFiles()
{
    QFETCH(QByteArray, bytes);
    const QString path = write(bytes);
    const auto info = inspectImportance(path.toStdString());
    QVERIFY(!info);
    QCOMPARE(info.error().code, ErrorCode::BadInput);
    QCOMPARE(info.error().file, path.toStdString());
    QVERIFY(!inspectImportance(m_folder.filePath("gone.dat").toStdString()));
}

QTEST_APPLESS_MAIN(TestImportanceInfo)
#include "tst_importanceinfo.moc"
