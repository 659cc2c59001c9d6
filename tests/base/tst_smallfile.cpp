// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernel's small files: numbers that must be numbers, files that may be anything.

#include "core/base/smallfile.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace snug;

class TstSmallFile : public QObject
{
    Q_OBJECT

private slots:
    void parsesNumbers();
    void splits();
    void readsAtMostItsLimit();
    void givesNothingForWhatItCannotRead();
};

void TstSmallFile::parsesNumbers()
{
    QCOMPARE(parseNumber("0"), std::optional<std::uint64_t>(0));
    QCOMPARE(parseNumber(" 42\n"), std::optional<std::uint64_t>(42));
    QCOMPARE(parseNumber("18446744073709551615"), std::optional<std::uint64_t>(18446744073709551615ULL));
    for (const char *text : {"", " ", "max", "-1", "+1", "1 2", "1k", "0x1", "18446744073709551616", "1.0"})
        QVERIFY2(!parseNumber(text).has_value(), text);
}

void TstSmallFile::splits()
{
    QCOMPARE(splitWords("  a \tbc  "), (std::vector<std::string_view>{"a", "bc"}));
    QVERIFY(splitWords(" \t").empty());
    QCOMPARE(splitLines("a b\n\nc\r\n"), (std::vector<std::string_view>{"a b", "c"}));
    QVERIFY(splitLines("").empty());
}

void TstSmallFile::readsAtMostItsLimit()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("large").toStdString();
    std::ofstream(path) << std::string(200'000, 'x');
    const auto text = readSmallFile(path);
    QVERIFY(text.has_value());
    QCOMPARE(text->size(), std::size_t(64 * 1024));
    const auto endless = readSmallFile("/dev/zero");
    QVERIFY(endless.has_value());
    QCOMPARE(endless->size(), std::size_t(64 * 1024));
}

void TstSmallFile::givesNothingForWhatItCannotRead()
{
    QTemporaryDir folder;
    QVERIFY(!readSmallFile(folder.filePath("absent").toStdString()).has_value());
    QVERIFY(!readSmallFile(folder.path().toStdString()).has_value());
    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(readSmallFile(pipe).value_or("").empty()); // and does not wait for a writer
}

QTEST_APPLESS_MAIN(TstSmallFile)
#include "tst_smallfile.moc"
