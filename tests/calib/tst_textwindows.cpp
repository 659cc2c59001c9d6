// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text files of every encoding people have, and windows of tokens.

#include "core/calib/textwindows.h"
#include "tests/support/shareddata.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace snug;

class TstTextWindows : public QObject
{
    Q_OBJECT

private slots:
    void readsText_data();
    void readsText();
    void refusesWhatIsNoUtf8_data();
    void refusesWhatIsNoUtf8();
    void boundsTheSize();
    void namesTheFileThatIsNotThere();
    void readsTheSharedTexts_data();
    void readsTheSharedTexts();
    void countsWholeWindows();
    void saysHowShortATextIs();
    void givesTheIdsOfAWindow();

private:
    std::filesystem::path write(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("text.txt"));
        [&] { QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size()); }();
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

void TstTextWindows::readsText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("ascii") << QByteArray("one\ntwo\n") << QByteArray("one\ntwo\n");
    QTest::newRow("line ends stay") << QByteArray("one\r\ntwo\r\n\n") << QByteArray("one\r\ntwo\r\n\n");
    QTest::newRow("mark dropped") << QByteArray("\xEF\xBB\xBF"
                                                "caf\xC3\xA9")
                                  << QByteArray("caf\xC3\xA9");
    QTest::newRow("a second mark is text") << QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF") << QByteArray("\xEF\xBB\xBF");
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x98\x80") << QByteArray("\xF0\x9F\x98\x80");
    QTest::newRow("control characters") << QByteArray("a\x01\x7F\tb") << QByteArray("a\x01\x7F\tb");
}

void TstTextWindows::readsText()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    const auto read = readUtf8File(write(bytes));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(*read), text);
}

void TstTextWindows::refusesWhatIsNoUtf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("offset"); // -1: none
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const QByteArray &bytes, qint64 offset, const QString &message) {
        QTest::newRow(name) << bytes << offset << message;
    };
    const QByteArray zero(1, '\0');
    const QByteArray bigEndian = zero + "H" + zero + "i" + zero + "!";
    const QByteArray littleEndian = "H" + zero + "i" + zero + "!" + zero;
    row("empty", "", -1, "is empty, a text is needed");
    row("mark alone", "\xEF\xBB\xBF", -1, "is empty, a text is needed");
    row("UTF-16 little endian", "\xFF\xFE" + littleEndian, 0, "encoded in UTF-16, UTF-8 is needed");
    row("UTF-16 big endian", "\xFE\xFF" + bigEndian, 0, "\"iconv -f UTF-16 -t UTF-8\"");
    row("UTF-32", "\xFF\xFE" + zero + zero + "H" + zero + zero + zero, 0, "encoded in UTF-32");
    row("UTF-16 without mark", littleEndian, 1, "encoded in UTF-16LE");
    row("UTF-16 big endian without mark", bigEndian, 0, "encoded in UTF-16BE");
    row("binary", "GGUF\x03" + zero + zero + zero + "\x05" + zero, 5, "not a text: it holds a zero byte at byte 5");
    row("Latin-1", "caf\xE9 au\nlait, cr\xE8me", 3,
        "byte 0xE9 in line 1 (byte 3) belongs to no character. It looks like Latin-1");
    row("Windows-1252", "\n\x93quoted\x94", 1, "byte 0x93 in line 2 (byte 1)");
    row("Shift-JIS", "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD", 0, "Convert it from its own encoding to UTF-8");
    row("cut within a character", "text \xE2\x82", 5, "ends within a character");
    row("fault behind a mark",
        "\xEF\xBB\xBF"
        "ab\xE9 c",
        5, "byte 0xE9 in line 1 (byte 5)");
    row("overlong",
        "ab\xC0\xAF\xC0\xAF"
        "c",
        2, "byte 0xC0");
    row("surrogate", "ab\xED\xA0\x80 d", 2, "byte 0xED");
}

void TstTextWindows::refusesWhatIsNoUtf8()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qint64, offset);
    QFETCH(QString, message);
    const std::filesystem::path path = write(bytes);
    const auto read = readUtf8File(path);
    QVERIFY(!read);
    const Error &error = read.error();
    QCOMPARE(error.code, ErrorCode::BadInput);
    QCOMPARE(error.file, path.string());
    QCOMPARE(error.offset ? static_cast<qint64>(*error.offset) : -1, offset);
    const QString said = QString::fromStdString(error.message);
    QVERIFY2(said.startsWith(QString::fromStdString(path.string())) && said.contains(message), qPrintable(said));
}

void TstTextWindows::boundsTheSize()
{
    const auto path = write("four");
    QVERIFY(readUtf8File(path, 4));
    const auto read = readUtf8File(path, 3);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("it has 4 B, at most 3 B are taken") != std::string::npos,
             read.error().message.c_str());
}

void TstTextWindows::namesTheFileThatIsNotThere()
{
    const auto read = readUtf8File(m_folder.filePath("none.txt").toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Io);
    const auto folder = readUtf8File(m_folder.path().toStdString());
    QVERIFY(!folder);
    QCOMPARE(folder.error().code, ErrorCode::BadInput);
}

void TstTextWindows::readsTheSharedTexts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("sizeBytes");
    QTest::newRow("wikitext") << "text/wikitext-2-raw/wiki.test.raw" << 1290590;
    QTest::newRow("shakespeare") << "text/tinyshakespeare.txt" << 1115394;
    QTest::newRow("c4") << "text/calibration/exllamav3_c4.utf8" << 1338229;
}

void TstTextWindows::readsTheSharedTexts()
{
    QFETCH(QString, name);
    QFETCH(int, sizeBytes);
    SNUG_REQUIRE_SHARED(name.toStdString());
    const auto read = readUtf8File(test::sharedData(name.toStdString()));
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->size(), static_cast<std::size_t>(sizeBytes));
}

void TstTextWindows::countsWholeWindows()
{
    QCOMPARE(countWindows(512, 512, "text").value(), std::uint64_t{1});
    QCOMPARE(countWindows(1023, 512, "text").value(), std::uint64_t{1});
    QCOMPARE(countWindows(1024, 512, "text").value(), std::uint64_t{2});
    const auto none = countWindows(1024, 0, "text");
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::Usage);
}

void TstTextWindows::saysHowShortATextIs()
{
    const auto count = countWindows(300, 512, "/x/short.txt");
    QVERIFY(!count);
    QCOMPARE(count.error().code, ErrorCode::BadInput);
    QCOMPARE(count.error().message, std::string("/x/short.txt is too short: it has 300 tokens, one window takes 512. "
                                                "Choose a longer text or shorter windows."));
}

void TstTextWindows::givesTheIdsOfAWindow()
{
    std::vector<std::int32_t> tokens(10);
    std::iota(tokens.begin(), tokens.end(), 100);
    QCOMPARE(windowTokens(tokens, 4, 3, std::nullopt), (std::vector<std::int32_t>{104, 105, 106}));
    QCOMPARE(windowTokens(tokens, 4, 3, 1), (std::vector<std::int32_t>{1, 105, 106}));
    QCOMPARE(windowTokens(tokens, 7, 3, 1), (std::vector<std::int32_t>{1, 108, 109}));
    QCOMPARE(windowTokens(tokens, 10, 0, 1), std::vector<std::int32_t>{});
}

QTEST_APPLESS_MAIN(TstTextWindows)
#include "tst_textwindows.moc"
