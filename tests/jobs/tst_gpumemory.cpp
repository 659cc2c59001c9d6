// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One list of cards from several that overlap, contradict each other or lie.

#include "core/backends/backends.h"
#include "core/jobs/gpumemory.h"

#include <QTest>

#include <cstring>
#include <limits>

using namespace snug;

namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

GpuMemory card(const std::string &id, const std::string &uuid, const std::string &busId, std::uint64_t total,
               std::uint64_t used = 0, std::uint64_t ours = 0)
{
    GpuMemory memory;
    memory.id = id;
    memory.uuid = uuid;
    memory.busId = busId;
    memory.totalBytes = total;
    memory.usedBytes = used;
    memory.oursBytes = ours;
    return memory;
}

QString listed(const std::vector<GpuMemory> &cards)
{
    QStringList texts;
    for (const GpuMemory &card : cards)
        texts << QStringLiteral("%1 %2/%3/%4")
                     .arg(QString::fromStdString(card.id))
                     .arg(card.totalBytes)
                     .arg(card.usedBytes)
                     .arg(card.oursBytes);
    return texts.join(QStringLiteral(", "));
}

} // namespace

class TestGpuMemory : public QObject
{
    Q_OBJECT

private slots:
    void listsEachCardOnce_data();
    void listsEachCardOnce();
    void takesTheBestFigures();
    void budgetTellsTheUse_data();
    void budgetTellsTheUse();
    void softwareIsNoCard();
    void idsStayApart();
    void liesAreHeldWithinTheCard();
    void asksTheBackends();
    void readsThisMachine();
};

void TestGpuMemory::listsEachCardOnce_data()
{
    QTest::addColumn<QString>("uuid");
    QTest::addColumn<QString>("bus");
    QTest::addColumn<QString>("otherUuid");
    QTest::addColumn<QString>("otherBus");
    QTest::addColumn<int>("count");
    QTest::newRow("same bus") << ""
                              << "0000:01:00.0"
                              << ""
                              << "0000:01:00.0" << 1;
    QTest::newRow("same uuid") << "GPU-1"
                               << ""
                               << "GPU-1"
                               << "0000:01:00.0" << 1;
    QTest::newRow("same uuid, no bus at all") << "GPU-1"
                                              << ""
                                              << "GPU-1"
                                              << "" << 1;
    QTest::newRow("same bus, uuids of two libraries") << "GPU-1"
                                                      << "0000:01:00.0"
                                                      << "8c3f"
                                                      << "0000:01:00.0" << 1;
    QTest::newRow("two buses") << ""
                               << "0000:01:00.0"
                               << ""
                               << "0000:02:00.0" << 2;
    QTest::newRow("two buses, a driver without uuids") << "0000"
                                                       << "0000:01:00.0"
                                                       << "0000"
                                                       << "0000:02:00.0" << 2;
    QTest::newRow("two uuids") << "GPU-1"
                               << ""
                               << "GPU-2"
                               << "" << 2;
    QTest::newRow("nothing known") << ""
                                   << ""
                                   << ""
                                   << "" << 2;
}

void TestGpuMemory::listsEachCardOnce()
{
    QFETCH(QString, uuid);
    QFETCH(QString, bus);
    QFETCH(QString, otherUuid);
    QFETCH(QString, otherBus);
    QFETCH(int, count);
    const GpuMemory one = card("cuda:0", uuid.toStdString(), bus.toStdString(), 8 * kGiB);
    const GpuMemory other = card("vulkan:0", otherUuid.toStdString(), otherBus.toStdString(), 8 * kGiB);
    QCOMPARE(int(mergeGpus({one}, {{other}}).size()), count);
    QCOMPARE(int(mergeGpus({one, other}, {}).size()), count);
    QCOMPARE(int(mergeGpus({}, {{one}, {other}}).size()), count);
}

void TestGpuMemory::takesTheBestFigures()
{
    GpuMemory nvml = card("cuda:0", "GPU-1", "0000:01:00.0", 8 * kGiB, 3 * kGiB, 0);
    nvml.name = "GeForce RTX 3050";
    GpuMemory vulkan = card("vulkan:1", "GPU-1", "0000:01:00.0", 7 * kGiB, 2 * kGiB, kGiB);
    vulkan.name = "NVIDIA GeForce RTX 3050";
    vulkan.driver = "NVIDIA 555.42";
    const GpuMemory kernel = card("gpu:0", "", "0000:0a:00.0", 16 * kGiB, kGiB, 0);
    const auto cards = mergeGpus({nvml, kernel}, {{vulkan}});
    QCOMPARE(listed(cards), QStringLiteral("vulkan:1 8589934592/3221225472/1073741824, "
                                           "gpu:0 17179869184/1073741824/0"));
    QCOMPARE(cards[0].name, nvml.name);
    QCOMPARE(cards[0].driver, vulkan.driver); // only this one tells
}

void TestGpuMemory::budgetTellsTheUse_data()
{
    QTest::addColumn<quint64>("ours");
    QTest::addColumn<quint64>("budget");
    QTest::addColumn<quint64>("used");
    QTest::newRow("others hold some") << quint64(kGiB) << quint64(6 * kGiB) << quint64(3 * kGiB);
    QTest::newRow("nobody holds any") << quint64(0) << quint64(8 * kGiB) << quint64(0);
    QTest::newRow("over the budget") << quint64(5 * kGiB) << quint64(4 * kGiB) << quint64(8 * kGiB);
    QTest::newRow("not told") << quint64(kGiB) << quint64(0) << quint64(kGiB);
    QTest::newRow("more than there is") << quint64(0) << quint64(1000 * kGiB) << quint64(0);
}

void TestGpuMemory::budgetTellsTheUse()
{
    QFETCH(quint64, ours);
    QFETCH(quint64, budget);
    QFETCH(quint64, used);
    const auto cards = mergeGpus({}, {{card("vulkan:0", "", "", 8 * kGiB, 0, ours), budget}});
    QCOMPARE(quint64(cards.at(0).usedBytes), used);
    QCOMPARE(quint64(cards.at(0).oursBytes), ours);
}

void TestGpuMemory::softwareIsNoCard()
{
    QVERIFY(mergeGpus({}, {{card("vulkan:0", "6d65", "", 16 * kGiB), 0, true}}).empty());
    QVERIFY(mergeGpus({card("gpu:0", "", "0000:01:00.0", 0, 0, kGiB)}, {}).empty()); // of unknown size
    const auto sized =
        mergeGpus({card("gpu:0", "", "0000:01:00.0", 0, 0, kGiB)}, {{card("vulkan:0", "", "0000:01:00.0", 4 * kGiB)}});
    QCOMPARE(listed(sized), QStringLiteral("vulkan:0 4294967296/1073741824/1073741824"));
}

void TestGpuMemory::idsStayApart()
{
    // The backend sees the second card alone and calls it its first.
    const auto cards =
        mergeGpus({card("cuda:0", "GPU-1", "0000:01:00.0", kGiB), card("cuda:1", "GPU-2", "0000:02:00.0", 2 * kGiB)},
                  {{card("cuda:0", "GPU-2", "0000:02:00.0", 2 * kGiB)}, {card("vulkan:3", "GPU-2", "", 2 * kGiB)}});
    QCOMPARE(listed(cards), QStringLiteral("gpu:0 1073741824/0/0, cuda:0 2147483648/0/0"));
}

void TestGpuMemory::liesAreHeldWithinTheCard()
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(listed(mergeGpus({card("a", "", "", 100, kMost, kMost)}, {})), QStringLiteral("gpu:0 100/100/100"));
    QCOMPARE(listed(mergeGpus({card("a", "", "", 100, 10, 60)}, {})), QStringLiteral("gpu:0 100/60/60"));
}

void TestGpuMemory::asksTheBackends()
{
    // A table of three devices; what is not asked here stays empty.
    SnugBackend table{};
    table.head = {SNUG_BACKEND_ABI, sizeof(SnugBackend), "vulkan", "test"};
    table.countDevices = [](std::uint32_t *count, SnugMessage *) {
        *count = 3;
        return int(SNUG_OK);
    };
    table.describeDevice = [](std::uint32_t index, SnugDeviceInfo *info, SnugMessage *) {
        std::strcpy(info->name, index == 0 ? "Radeon" : index == 1 ? "Old card" : "llvmpipe");
        std::strcpy(info->busId, index == 0 ? "0000:0A:00.0" : index == 1 ? "0000:0B:00.0" : "");
        std::strcpy(info->refusal, index == 1 ? "Vulkan 1.1, 1.2 is needed" : "");
        info->kind = index == 2 ? SNUG_PROCESSOR : index == 1 ? SNUG_INTEGRATED : SNUG_DISCRETE;
        info->totalBytes = 8 * kGiB;
        return int(SNUG_OK);
    };
    table.readMemory = [](std::uint32_t index, SnugMemoryInfo *memory, SnugMessage *) {
        *memory = {8 * kGiB, 0, kGiB, 6 * kGiB};
        return int(index == 0 ? SNUG_OK : SNUG_FAILED);
    };
    const SnugBackend *const tables[] = {&table};
    const auto told = readBackendGpus(Backends(tables));
    QCOMPARE(told.size(), std::size_t(3));
    QVERIFY(told[2].software && !told[0].software);
    const auto cards = mergeGpus({card("gpu:0", "", "0000:0a:00.0", 9 * kGiB)}, told);
    QCOMPARE(listed(cards), QStringLiteral("vulkan:0 9663676416/3221225472/1073741824, gpu:0 8589934592/0/0"));
    QCOMPARE(cards[0].name, std::string("Radeon"));
    QVERIFY(cards[1].integrated && !cards[0].integrated);
}

void TestGpuMemory::readsThisMachine()
{
    const MemorySnapshot look = readMachineMemory();
    QVERIFY(look.process.residentBytes > 0);
    for (const GpuMemory &gpu : look.gpus)
        QVERIFY(!gpu.id.empty() && gpu.totalBytes > 0 && gpu.usedBytes <= gpu.totalBytes);
}

QTEST_APPLESS_MAIN(TestGpuMemory)
#include "tst_gpumemory.moc"
