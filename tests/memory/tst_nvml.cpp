// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// NVIDIA cards through a library that answers like the driver's, and the reasons given where it does not.

#include "core/memory/nvml.h"
#include "tests/support/childprocess.h"

#include <QTest>

using namespace snug;

namespace {
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
}

class TstNvml : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();
    void readsEveryCard();
    void findsUsInALongList();
    void isNotInAnEmptyList();
    void needsNoBusAddress();
    void leavesOutACardThatDoesNotAnswer();
    void saysWhyThereIsNone_data();
    void saysWhyThereIsNone();
    void takesAnotherLibraryFromTheEnvironment();
    void missingDriverIsNoFault();
};

void TstNvml::cleanup()
{
    for (const char *name : {"FAKE_NVML_INIT", "FAKE_NVML_COUNT", "FAKE_NVML_DEAD", "FAKE_NVML_PROCESSES",
                             "FAKE_NVML_ODD_BUS", "FAKE_NVML_NO_BUS"})
        qunsetenv(name);
}

void TstNvml::readsEveryCard()
{
    const Nvml nvml(SNUG_FAKE_NVML);
    std::string why = "left from before";
    const auto cards = nvml.read(&why);
    QCOMPARE(why, std::string());
    QCOMPARE(cards.size(), std::size_t(2));
    QCOMPARE(cards[0].id, std::string("cuda:0"));
    QCOMPARE(cards[0].name, std::string("GeForce RTX 3050"));
    QCOMPARE(cards[0].uuid, std::string("GPU-0123"));
    QCOMPARE(cards[0].busId, std::string("0000:01:00.0"));
    QCOMPARE(cards[1].busId, std::string("0001:0a:00.0"));
    QCOMPARE(cards[0].driver, std::string("555.42"));
    QCOMPARE(cards[0].totalBytes, 8 * kGiB);
    QCOMPARE(cards[0].usedBytes, 3 * kGiB);
    QCOMPARE(cards[0].oursBytes, 2 * kGiB); // in both lists, counted once
    QCOMPARE(cards[1].id, std::string("cuda:1"));
    QCOMPARE(cards[1].name, std::string("Tesla T4"));
    QCOMPARE(cards[1].oursBytes, 2 * kGiB); // told in one list, "not available" in the other
}

void TstNvml::findsUsInALongList()
{
    qputenv("FAKE_NVML_PROCESSES", "1000");
    const auto cards = Nvml(SNUG_FAKE_NVML).read(nullptr);
    QCOMPARE(cards.at(0).oursBytes, 2 * kGiB);
}

void TstNvml::isNotInAnEmptyList()
{
    qputenv("FAKE_NVML_PROCESSES", "0");
    const auto cards = Nvml(SNUG_FAKE_NVML).read(nullptr);
    QCOMPARE(cards.at(0).oursBytes, std::uint64_t(0));
    QCOMPARE(cards.at(0).usedBytes, 3 * kGiB);
}

void TstNvml::needsNoBusAddress()
{
    const Nvml nvml(SNUG_FAKE_NVML);
    for (const char *name : {"FAKE_NVML_ODD_BUS", "FAKE_NVML_NO_BUS"}) {
        qputenv(name, "1");
        const auto cards = nvml.read(nullptr);
        QCOMPARE(cards.size(), std::size_t(2));
        QCOMPARE(cards[0].busId, std::string());
        QCOMPARE(cards[0].totalBytes, 8 * kGiB);
    }
}

void TstNvml::leavesOutACardThatDoesNotAnswer()
{
    qputenv("FAKE_NVML_DEAD", "0");
    std::string why;
    const auto cards = Nvml(SNUG_FAKE_NVML).read(&why);
    QCOMPARE(cards.size(), std::size_t(1));
    QCOMPARE(cards[0].id, std::string("cuda:1"));
    QCOMPARE(why, std::string("cuda:0 does not answer: GPU is lost"));
}

void TstNvml::saysWhyThereIsNone_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QByteArray>("init");
    QTest::addColumn<QByteArray>("count");
    QTest::addColumn<QString>("why");
    QTest::newRow("no library") << "libsnug-no-such-library.so.1" << QByteArray("0") << QByteArray("2")
                                << "no NVIDIA driver: libsnug-no-such-library.so.1 was not found";
    QTest::newRow("too old") << SNUG_OLD_NVML << QByteArray("0") << QByteArray("2")
                             << "the NVIDIA driver is too old: " SNUG_OLD_NVML " lacks functions that are needed";
    QTest::newRow("no start") << SNUG_FAKE_NVML << QByteArray("9") << QByteArray("2")
                              << "the NVIDIA driver does not answer: Driver Not Loaded";
    QTest::newRow("no count") << SNUG_FAKE_NVML << QByteArray("0") << QByteArray("999")
                              << "the NVIDIA driver does not answer: GPU is lost";
    QTest::newRow("no card") << SNUG_FAKE_NVML << QByteArray("0") << QByteArray("0") << "the NVIDIA driver has no card";
}

void TstNvml::saysWhyThereIsNone()
{
    QFETCH(QString, library);
    QFETCH(QByteArray, init);
    QFETCH(QByteArray, count);
    QFETCH(QString, why);
    qputenv("FAKE_NVML_INIT", init);
    qputenv("FAKE_NVML_COUNT", count);
    std::string said;
    QVERIFY(Nvml(library.toStdString()).read(&said).empty());
    QCOMPARE(QString::fromStdString(said), why);
}

void TstNvml::takesAnotherLibraryFromTheEnvironment()
{
    // In a child, for the library is chosen once per process.
    const auto result = snug::test::inChild([](const auto &say) {
        qputenv("SNUG_NVML_LIBRARY", SNUG_FAKE_NVML);
        const MemorySnapshot look = readMemory();
        int count = 0;
        for (const GpuMemory &card : look.gpus) { // cards of other makers may follow
            if (!card.id.starts_with("cuda:"))
                continue;
            say(card.id + " " + card.name);
            ++count;
        }
        return count;
    });
    QCOMPARE(result.exitCode, 2);
    QCOMPARE(result.output, std::string("cuda:0 GeForce RTX 3050\ncuda:1 Tesla T4\n"));
}

void TstNvml::missingDriverIsNoFault()
{
    const auto result = snug::test::inChild([](const auto &say) {
        qputenv("SNUG_NVML_LIBRARY", "libsnug-no-such-library.so.1");
        std::string why;
        const bool none = readNvidiaMemory(&why).empty() && readNvidiaMemory().empty();
        say(why);
        return none ? 0 : 1;
    });
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(result.output, std::string("no NVIDIA driver: libsnug-no-such-library.so.1 was not found\n"));
}

QTEST_APPLESS_MAIN(TstNvml)
#include "tst_nvml.moc"
