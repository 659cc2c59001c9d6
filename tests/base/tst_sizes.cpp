// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes, times and counts as text and back; checked arithmetic at its edges.

#include "core/base/sizes.h"

#include <QTest>

#include <limits>

using namespace snug;

namespace {
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
}

class TstSizes : public QObject
{
    Q_OBJECT

private slots:
    void formatsBytes_data();
    void formatsBytes();
    void formatsSeconds_data();
    void formatsSeconds();
    void formatsCounts_data();
    void formatsCounts();
    void parsesBytes_data();
    void parsesBytes();
    void refusesBytes_data();
    void refusesBytes();
    void parsesWhatItFormats();
    void checksArithmetic();
    void alignsUp();
};

void TstSizes::formatsBytes_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << quint64(0) << "0 B";
    QTest::newRow("few") << quint64(17) << "17 B";
    QTest::newRow("below a KiB") << quint64(1023) << "1023 B";
    QTest::newRow("a KiB") << quint64(1024) << "1.00 KiB";
    QTest::newRow("rounds to two digits before the point") << quint64(10235) << "10.0 KiB";
    QTest::newRow("three digits") << quint64(512 * 1024) << "512 KiB";
    QTest::newRow("never 1024 KiB") << quint64(1024 * 1024 - 1) << "1.00 MiB";
    QTest::newRow("1023 KiB") << quint64(1023 * 1024) << "1023 KiB";
    QTest::newRow("4.36 GiB") << quint64(4'681'514'189) << "4.36 GiB";
    QTest::newRow("14.2 GiB") << quint64(15'247'133'900) << "14.2 GiB";
    QTest::newRow("most") << quint64(kMost) << "16.0 EiB";
}

void TstSizes::formatsBytes()
{
    QFETCH(quint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatBytes(bytes)), text);
}

void TstSizes::formatsSeconds_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.0 << "0:00";
    QTest::newRow("rounds down") << 0.4 << "0:00";
    QTest::newRow("rounds up into a minute") << 59.6 << "1:00";
    QTest::newRow("minutes") << 126.0 << "2:06";
    QTest::newRow("hours") << 3723.0 << "1:02:03";
    QTest::newRow("many hours") << 360000.0 << "100:00:00";
    QTest::newRow("below none") << -5.0 << "0:00";
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << "-:--";
    QTest::newRow("endless") << std::numeric_limits<double>::infinity() << "-:--";
    QTest::newRow("too large for an integer") << 1e300 << "-:--";
}

void TstSizes::formatsSeconds()
{
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatSeconds(seconds)), text);
}

void TstSizes::formatsCounts_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("few") << quint64(999) << "999";
    QTest::newRow("260 K") << quint64(260'032) << "260 K";
    QTest::newRow("135 M") << quint64(134'515'008) << "135 M";
    QTest::newRow("7.62 B") << quint64(7'615'616'512) << "7.62 B";
    QTest::newRow("never 1000 K") << quint64(999'999) << "1.00 M";
    QTest::newRow("most") << quint64(kMost) << "18446744 T";
}

void TstSizes::formatsCounts()
{
    QFETCH(quint64, count);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(formatCount(count)), text);
}

void TstSizes::parsesBytes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("bare") << "9" << quint64(9);
    QTest::newRow("B") << "9 B" << quint64(9);
    QTest::newRow("M") << "512M" << quint64(512) * 1024 * 1024;
    QTest::newRow("small letter") << "512m" << quint64(512) * 1024 * 1024;
    QTest::newRow("GiB with point") << "9.5GiB" << quint64(9.5 * 1024 * 1024 * 1024);
    QTest::newRow("kB") << "200 kB" << quint64(200'000);
    QTest::newRow("GB") << "8GB" << quint64(8'000'000'000);
    QTest::newRow("T") << "2T" << (quint64(2) << 40);
    QTest::newRow("none") << "0" << quint64(0);
    QTest::newRow("zero fraction of bytes") << "7.0" << quint64(7);
    QTest::newRow("largest") << "18446744073709551615" << quint64(kMost);
    QTest::newRow("rounds to the nearest byte") << "0.0015K" << quint64(2);
}

void TstSizes::parsesBytes()
{
    QFETCH(QString, text);
    QFETCH(quint64, bytes);
    const auto parsed = parseBytes(text.toStdString());
    QVERIFY(parsed.has_value());
    QCOMPARE(quint64(*parsed), bytes);
}

void TstSizes::refusesBytes_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             " ",
                             "G",
                             "-1",
                             "+1",
                             " 1",
                             "1 ",
                             "1  G",
                             "1.",
                             ".5G",
                             "1.5",
                             "1,5G",
                             "1e9",
                             "0x10",
                             "1 GG",
                             "1GiBx",
                             "1 P",
                             "1.2.3G",
                             "18446744073709551616",
                             "17179869184G",
                             "99999999999999999999999G",
                             "nan",
                             "1\tG"})
        QTest::newRow(text) << text;
}

void TstSizes::refusesBytes()
{
    QFETCH(QString, text);
    QVERIFY(!parseBytes(text.toStdString()).has_value());
}

void TstSizes::parsesWhatItFormats()
{
    for (const std::uint64_t bytes : {1ULL, 1023ULL, 3ULL << 10, 700ULL << 20, 5ULL << 30, 2ULL << 40}) {
        const auto parsed = parseBytes(formatBytes(bytes));
        QVERIFY(parsed.has_value());
        QCOMPARE(quint64(*parsed), quint64(bytes));
    }
}

void TstSizes::checksArithmetic()
{
    QCOMPARE(checkedMul(0, kMost), std::optional<std::uint64_t>(0));
    QCOMPARE(checkedMul(kMost, 0), std::optional<std::uint64_t>(0));
    QCOMPARE(checkedMul(kMost, 1), std::optional<std::uint64_t>(kMost));
    QCOMPARE(checkedMul(1ULL << 32, 1ULL << 31), std::optional<std::uint64_t>(1ULL << 63));
    QVERIFY(!checkedMul(1ULL << 32, 1ULL << 32));
    QVERIFY(!checkedMul(kMost, 2));
    QCOMPARE(checkedAdd(kMost, 0), std::optional<std::uint64_t>(kMost));
    QVERIFY(!checkedAdd(kMost, 1));
}

void TstSizes::alignsUp()
{
    QCOMPARE(alignUp(0, 32), std::optional<std::uint64_t>(0));
    QCOMPARE(alignUp(1, 32), std::optional<std::uint64_t>(32));
    QCOMPARE(alignUp(32, 32), std::optional<std::uint64_t>(32));
    QCOMPARE(alignUp(33, 1), std::optional<std::uint64_t>(33));
    QCOMPARE(alignUp(kMost - 31, 32), std::optional<std::uint64_t>(kMost - 31));
    QVERIFY(!alignUp(kMost - 30, 32));
    QVERIFY(!alignUp(5, 0));
    QVERIFY(!alignUp(5, 24));
}

QTEST_APPLESS_MAIN(TstSizes)
#include "tst_sizes.moc"
