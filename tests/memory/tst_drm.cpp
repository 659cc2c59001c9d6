// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Cards as the kernel tells of them, and our share of them: written fixtures of every kind, damaged ones among them.

#include "core/memory/drm.h"
#include "core/memory/probes.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace snug;

namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

std::string uevent(const std::string &driver, const std::string &bus)
{
    return "DRIVER=" + driver + "\nPCI_CLASS=30000\nPCI_ID=1002:73BF\nPCI_SLOT_NAME=" + bus + "\nMODALIAS=pci:v0000\n";
}

} // namespace

class TstDrm : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsAnAmdCard();
    void tellsWhatIsPartOfTheProcessor();
    void readsTheTilesOfAnXeCard();
    void readsAnI915Card();
    void listsTwoCardsByBus();
    void leavesOutWhatIsNoCardWithMemory();
    void namesACard_data();
    void namesACard();
    void damagedSizesReadAsNothing_data();
    void damagedSizesReadAsNothing();
    void damagedPlacesLeaveTheCardOut_data();
    void damagedPlacesLeaveTheCardOut();
    void countsEachClientOnce();
    void takesWhatIsResident();
    void clientsProveACard();
    void damagedClientsCountNothing_data();
    void damagedClientsCountNothing();
    void noMoreThanTheCardHas();
    void writesBusAddressesAlike_data();
    void writesBusAddressesAlike();

private:
    void write(const std::string &name, const std::string &text) const
    {
        const std::filesystem::path path = std::filesystem::path(m_folder->path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    void writeAmdCard(const std::string &card, const std::string &bus) const
    {
        write("drm/" + card + "/device/uevent", uevent("amdgpu", bus));
        write("drm/" + card + "/device/vendor", "0x1002\n");
        write("drm/" + card + "/device/device", "0x73bf\n");
        write("drm/" + card + "/device/mem_info_vram_total", "17163091968\n");
        write("drm/" + card + "/device/mem_info_vram_used", "1073741824\n");
        write("drm/" + card + "/device/mem_info_gtt_total", "33445566778\n");
    }
    void writeClient(const std::string &descriptor, const std::string &bus, const std::string &id,
                     const std::string &memory) const
    {
        write("proc/self/fdinfo/" + descriptor,
              "pos:\t0\nflags:\t02100002\nmnt_id:\t26\nino:\t685\ndrm-driver:\tamdgpu\n"
              "drm-client-id:\t" +
                  id + "\ndrm-pdev:\t" + bus + "\n" + memory);
    }
    std::string drm() const { return m_folder->path().toStdString() + "/drm"; }
    std::string proc() const { return m_folder->path().toStdString() + "/proc"; }
    std::vector<GpuMemory> read() const { return readDrmMemory(drm(), proc()); }
    std::uint64_t oursAt(const std::string &bus) const
    {
        const auto ours = readDrmClients(proc());
        return ours.count(bus) ? ours.at(bus) : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstDrm::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void TstDrm::readsAnAmdCard()
{
    QVERIFY(read().empty()); // no folder at all
    writeAmdCard("card1", "0000:0A:00.0");
    write("drm/card1-DP-1/status", "connected\n");
    writeClient("7", "0000:0a:00.0", "12", "drm-memory-vram:\t256 MiB\ndrm-memory-gtt: \t90 MiB\n");
    const auto cards = read();
    QCOMPARE(cards.size(), std::size_t(1));
    QCOMPARE(cards[0].id, std::string("gpu:0"));
    QCOMPARE(cards[0].busId, std::string("0000:0a:00.0"));
    QCOMPARE(cards[0].driver, std::string("amdgpu"));
    QCOMPARE(cards[0].name, std::string("AMD graphics card 1002:73bf"));
    QCOMPARE(cards[0].totalBytes, std::uint64_t(17163091968));
    QCOMPARE(cards[0].usedBytes, kGiB);
    QCOMPARE(cards[0].oursBytes, 256 * kMiB);
}

void TstDrm::tellsWhatIsPartOfTheProcessor()
{
    writeAmdCard("card0", "0000:0a:00.0");
    write("drm/card0/device/mem_info_vram_vendor", "samsung\n");
    QVERIFY(!read().at(0).integrated); // although the kernel lends it more than it has
    write("drm/card0/device/mem_info_vram_total", "536870912\n");
    write("drm/card0/device/mem_info_vram_vendor", "unknown\n");
    QVERIFY(read().at(0).integrated);
    write("drm/card0/device/mem_info_gtt_total", "1000\n");
    QVERIFY(!read().at(0).integrated);
}

void TstDrm::readsTheTilesOfAnXeCard()
{
    write("drm/card0/device/uevent", uevent("xe", "0000:03:00.0"));
    write("drm/card0/device/vendor", "0x8086\n");
    write("drm/card0/device/device", "0xe20b\n");
    write("drm/card0/device/tile0/physical_vram_size_bytes", "8589934592\n");
    write("drm/card0/device/tile1/physical_vram_size_bytes", "4294967296"); // without a line end
    writeClient("4", "0000:03:00.0", "3",
                "drm-total-gtt:\t192 KiB\ndrm-total-vram0:\t23992 KiB\ndrm-resident-vram0:\t20000 KiB\n"
                "drm-shared-vram0:\t16 MiB\ndrm-resident-vram1:\t4096\n");
    const auto cards = read();
    QCOMPARE(cards.size(), std::size_t(1));
    QCOMPARE(cards[0].name, std::string("Intel graphics card 8086:e20b"));
    QCOMPARE(cards[0].totalBytes, 12 * kGiB);
    QCOMPARE(cards[0].oursBytes, 20000 * kKiB + 4096);
    QCOMPARE(cards[0].usedBytes, cards[0].oursBytes); // the driver does not tell: at least this
}

void TstDrm::readsAnI915Card()
{
    write("drm/card0/device/uevent", uevent("i915", "0000:03:00.0"));
    write("drm/card0/device/vendor", "0x8086\n");
    write("drm/card0/lmem_total_bytes", "17179869184\n");
    writeClient("4", "0000:03:00.0", "3", "drm-total-local0:\t5 MiB\ndrm-total-system0:\t7 MiB\n");
    const auto cards = read();
    QCOMPARE(cards.size(), std::size_t(1));
    QCOMPARE(cards[0].totalBytes, 16 * kGiB);
    QCOMPARE(cards[0].oursBytes, 5 * kMiB);
}

void TstDrm::listsTwoCardsByBus()
{
    writeAmdCard("card0", "0000:2d:00.0");
    writeAmdCard("card1", "0000:0a:00.0");
    writeClient("4", "0000:2d:00.0", "3", "drm-memory-vram: 8 MiB\n");
    writeClient("5", "0000:0a:00.0", "3", "drm-memory-vram: 5 MiB\n"); // ids are those of one card alone
    const auto cards = read();
    QCOMPARE(cards.size(), std::size_t(2));
    QCOMPARE(cards[0].id, std::string("gpu:0"));
    QCOMPARE(cards[0].busId, std::string("0000:0a:00.0"));
    QCOMPARE(cards[0].oursBytes, 5 * kMiB);
    QCOMPARE(cards[1].id, std::string("gpu:1"));
    QCOMPARE(cards[1].oursBytes, 8 * kMiB);
}

void TstDrm::leavesOutWhatIsNoCardWithMemory()
{
    write("drm/card0/device/uevent", uevent("i915", "0000:00:02.0")); // built into the processor
    write("drm/card0/device/vendor", "0x8086\n");
    writeAmdCard("card1", "0000:01:00.0");
    write("drm/card1/device/vendor", "0x10de\n"); // NVIDIA's are read through NVML
    writeAmdCard("card", "0000:02:00.0");
    writeAmdCard("card2x", "0000:03:00.0");
    writeAmdCard("renderD128", "0000:04:00.0");
    write("drm/card4/device/uevent", "DRIVER=virtio\n");
    write("drm/version", "drm 1.1.0 20060810\n");
    QVERIFY(read().empty());
}

void TstDrm::namesACard_data()
{
    QTest::addColumn<QByteArray>("product");
    QTest::addColumn<QString>("name");
    const QString plain = "AMD graphics card 1002:73bf";
    QTest::newRow("named") << QByteArray("Radeon PRO W6800\n") << "Radeon PRO W6800";
    QTest::newRow("empty") << QByteArray("") << plain;
    QTest::newRow("blanks") << QByteArray("   \n") << plain;
    QTest::newRow("binary") << QByteArray("Rad\x01\xff\x00", 6) << plain;
    QTest::newRow("two lines") << QByteArray("one\ntwo\n") << plain;
    QTest::newRow("very long") << QByteArray(5000, 'R') << plain;
}

void TstDrm::namesACard()
{
    QFETCH(QByteArray, product);
    QFETCH(QString, name);
    writeAmdCard("card0", "0000:0a:00.0");
    write("drm/card0/device/product_name", product.toStdString());
    QCOMPARE(QString::fromStdString(read().at(0).name), name);
    write("drm/card0/device/product_name", "");
    write("drm/card0/device/device", "73bf");
    QCOMPARE(read().at(0).name, std::string("AMD graphics card"));
}

void TstDrm::damagedSizesReadAsNothing_data()
{
    QTest::addColumn<QByteArray>("size");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("words") << QByteArray("lots\n");
    QTest::newRow("below zero") << QByteArray("-17163091968\n");
    QTest::newRow("larger than any card") << QByteArray("18446744073709551615\n");
    QTest::newRow("larger than any number") << QByteArray("99999999999999999999999\n");
    QTest::newRow("binary") << QByteArray("\x00\x01\xfe\xff", 4);
    QTest::newRow("two numbers") << QByteArray("1 2\n");
    QTest::newRow("one long line") << QByteArray(200'000, '9');
}

void TstDrm::damagedSizesReadAsNothing()
{
    QFETCH(QByteArray, size);
    writeAmdCard("card0", "0000:0a:00.0");
    write("drm/card0/device/mem_info_vram_used", size.toStdString());
    QCOMPARE(read().at(0).usedBytes, std::uint64_t(0));
    write("drm/card0/device/mem_info_vram_total", size.toStdString());
    write("drm/card0/device/tile0/physical_vram_size_bytes", size.toStdString());
    write("drm/card0/lmem_total_bytes", size.toStdString());
    QVERIFY(read().empty());
}

void TstDrm::damagedPlacesLeaveTheCardOut_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no address") << QByteArray("DRIVER=amdgpu\nPCI_SLOT_NAME=\n");
    QTest::newRow("no sign") << QByteArray("PCI_SLOT_NAME 0000:0a:00.0\n");
    QTest::newRow("wrong address") << QByteArray("PCI_SLOT_NAME=0000:0a:00\n");
    QTest::newRow("binary") << QByteArray(3000, '\xff');
}

void TstDrm::damagedPlacesLeaveTheCardOut()
{
    QFETCH(QByteArray, event);
    writeAmdCard("card0", "0000:0a:00.0");
    write("drm/card0/device/uevent", event.toStdString());
    QVERIFY(read().empty());
}

void TstDrm::countsEachClientOnce()
{
    const std::string bus = "0000:0a:00.0";
    writeClient("4", bus, "12", "drm-memory-vram: 100 MiB\n");
    writeClient("5", bus, "12", "drm-memory-vram: 100 MiB\n"); // the same, through a second descriptor
    writeClient("6", bus, "13", "drm-memory-vram: 11 MiB\n");
    write("proc/self/fdinfo/0", "pos:\t0\nflags:\t0100000\nmnt_id:\t9\n");
    QCOMPARE(oursAt(bus), 111 * kMiB);
    QCOMPARE(readDrmClients(proc()).size(), std::size_t(1));
}

void TstDrm::takesWhatIsResident()
{
    const std::string bus = "0000:0a:00.0";
    // Newer drivers write all three; "memory" is the older word for "resident".
    writeClient("4", bus, "1", "drm-resident-vram:\t3 MiB\ndrm-memory-vram:\t3 MiB\ndrm-total-vram:\t9 MiB\n");
    QCOMPARE(oursAt(bus), 3 * kMiB);
    writeClient("4", bus, "1", "drm-total-vram:\t9 MiB\ndrm-resident-vram:\t0\n");
    QCOMPARE(oursAt(bus), std::uint64_t(0));
    writeClient("4", bus, "1", "drm-total-vram:\t9 MiB");
    QCOMPARE(oursAt(bus), 9 * kMiB);
}

void TstDrm::clientsProveACard()
{
    // The kernel's own i915 has no file with a size; another library may know it.
    write("drm/card0/device/uevent", uevent("i915", "0000:03:00.0"));
    write("drm/card0/device/vendor", "0x8086\n");
    writeClient("4", "0000:03:00.0", "3", "drm-resident-local0:\t5 MiB\n");
    const auto cards = read();
    QCOMPARE(cards.size(), std::size_t(1));
    QCOMPARE(cards[0].totalBytes, std::uint64_t(0));
    QCOMPARE(cards[0].oursBytes, 5 * kMiB);
}

void TstDrm::damagedClientsCountNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray head = "drm-driver: amdgpu\ndrm-client-id: 7\ndrm-pdev: 0000:0a:00.0\n";
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no memory") << head;
    QTest::newRow("no client") << QByteArray("drm-pdev: 0000:0a:00.0\ndrm-memory-vram: 5 MiB\n");
    QTest::newRow("no card") << QByteArray("drm-client-id: 7\ndrm-memory-vram: 5 MiB\n");
    QTest::newRow("no such address") << QByteArray("drm-client-id: 7\ndrm-pdev: abc\ndrm-memory-vram: 5 MiB\n");
    QTest::newRow("below zero") << head + "drm-memory-vram: -5 MiB\n";
    QTest::newRow("other unit") << head + "drm-memory-vram: 5 GB\n";
    QTest::newRow("three words") << head + "drm-memory-vram: 5 MiB more\n";
    QTest::newRow("larger than any number") << head + "drm-memory-vram: 99999999999999999999 KiB\n";
    QTest::newRow("too large in bytes") << head + "drm-memory-vram: 18446744073709551615 MiB\n";
    QTest::newRow("no value") << head + "drm-memory-vram:\n";
    QTest::newRow("system memory") << head + "drm-memory-gtt: 5 MiB\n";
    QTest::newRow("binary") << head + QByteArray("drm-memory-vram: \x00\xff\x01 MiB\n", 25);
    QTest::newRow("one long line") << QByteArray(200'000, ':');
}

void TstDrm::damagedClientsCountNothing()
{
    QFETCH(QByteArray, text);
    write("proc/self/fdinfo/4", text.toStdString());
    QVERIFY(readDrmClients(proc()).empty());
}

void TstDrm::noMoreThanTheCardHas()
{
    writeAmdCard("card0", "0000:0a:00.0");
    write("drm/card0/device/mem_info_vram_used", "1125899906842624\n");
    writeClient("4", "0000:0a:00.0", "1", "drm-memory-vram: 18446744073709551615\ndrm-memory-vram1: 5 MiB\n");
    QCOMPARE(read().at(0).usedBytes, read().at(0).totalBytes);
    QCOMPARE(read().at(0).oursBytes, read().at(0).totalBytes);
}

void TstDrm::writesBusAddressesAlike_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("bus");
    QTest::newRow("kernel") << "0000:01:00.0"
                            << "0000:01:00.0";
    QTest::newRow("upper case") << "0000:0A:1F.7"
                                << "0000:0a:1f.7";
    QTest::newRow("eight digits") << "00000001:0a:00.0"
                                  << "0001:0a:00.0";
    QTest::newRow("wide domain") << "00012345:0a:00.0"
                                 << "12345:0a:00.0";
    QTest::newRow("short domain") << "0:01:00.0"
                                  << "0000:01:00.0";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("no domain") << ":01:00.0"
                               << "";
    QTest::newRow("no function") << "0000:01:00"
                                 << "";
    QTest::newRow("too long") << "000000000:01:00.0"
                              << "";
    QTest::newRow("letters") << "0000:0g:00.0"
                             << "";
    QTest::newRow("signs") << "-001:01:00.0"
                           << "";
    QTest::newRow("other marks") << "0000.01:00:0"
                                 << "";
}

void TstDrm::writesBusAddressesAlike()
{
    QFETCH(QString, text);
    QFETCH(QString, bus);
    QCOMPARE(QString::fromStdString(normalBusId(text.toStdString())), bus);
}

QTEST_APPLESS_MAIN(TstDrm)
#include "tst_drm.moc"
