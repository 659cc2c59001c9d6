// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Memory figures of the system: written fixtures of every kind, damaged ones among them, and a look at the true ones.

#include "core/memory/probes.h"

#include <sys/mman.h>

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace snug;

namespace {
constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
}

class TstProbes : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsProcess();
    void readsSystem();
    void damagedFilesReadAsZero_data();
    void damagedFilesReadAsZero();
    void readsCgroupVersion2();
    void tightestAncestorHolds();
    void memoryHighIsALimit();
    void noLimitAnywhere();
    void readsCgroupVersion1();
    void damagedCgroupReadsAsNothing_data();
    void damagedCgroupReadsAsNothing();
    void rootOfVersion2CountsNothing();
    void sumsUp_data();
    void sumsUp();
    void trueFiguresMakeSense();
    void peakCanBeReset();

private:
    void write(const std::string &name, const std::string &text) const
    {
        const std::filesystem::path path = std::filesystem::path(root()) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }
    std::string root() const { return m_folder->path().toStdString(); }
    std::string proc() const { return root() + "/proc"; }
    std::string sys() const { return root() + "/sys"; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstProbes::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void TstProbes::readsProcess()
{
    write("proc/self/status", "Name:\tVmRSS: 9 kB\nVmHWM:\t  300 kB\nVmRSS:\t    200 kB\nRssAnon:\t 120 kB\n"
                              "RssFile:\t  80 kB\nRssShmem:\t 0 kB\n");
    const ProcessMemory memory = readProcessMemory(proc());
    QCOMPARE(memory.residentBytes, 200 * kKiB);
    QCOMPARE(memory.peakResidentBytes, 300 * kKiB);
    QCOMPARE(memory.anonymousBytes, 120 * kKiB);
    QCOMPARE(memory.fileBytes, 80 * kKiB);
}

void TstProbes::readsSystem()
{
    write("proc/meminfo", "MemTotal:       16000 kB\nMemFree:  1000 kB\nMemAvailable:    9000 kB\n"
                          "SwapTotal:       4000 kB\nSwapFree:        3000 kB\nHugePages_Total:       0\n");
    const SystemMemory memory = readSystemMemory(proc());
    QCOMPARE(memory.totalBytes, 16000 * kKiB);
    QCOMPARE(memory.availableBytes, 9000 * kKiB);
    QCOMPARE(memory.swapTotalBytes, 4000 * kKiB);
    QCOMPARE(memory.swapFreeBytes, 3000 * kKiB);
}

void TstProbes::damagedFilesReadAsZero_data()
{
    QTest::addColumn<QByteArray>("figure");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no figure") << QByteArray("MemTotal:\nVmRSS:\n");
    QTest::newRow("words") << QByteArray("MemTotal: many kB\nVmRSS: few kB\n");
    QTest::newRow("below zero") << QByteArray("MemTotal: -5 kB\nVmRSS: -5 kB\n");
    QTest::newRow("other unit") << QByteArray("MemTotal: 5 MB\nVmRSS: 5\n");
    QTest::newRow("too large to count") << QByteArray(
        "MemTotal: 18446744073709551615 kB\nVmRSS: 36028797018963968 kB\n");
    QTest::newRow("larger than any number") << QByteArray("MemTotal: 99999999999999999999 kB\n");
    QTest::newRow("zero bytes") << QByteArray(5000, '\0');
    QTest::newRow("one long line") << QByteArray(200'000, ':');
}

void TstProbes::damagedFilesReadAsZero()
{
    QFETCH(QByteArray, figure);
    QCOMPARE(readSystemMemory(proc()).totalBytes, std::uint64_t(0)); // no file at all
    QCOMPARE(readProcessMemory(proc()).residentBytes, std::uint64_t(0));
    write("proc/meminfo", figure.toStdString());
    write("proc/self/status", figure.toStdString());
    QCOMPARE(readSystemMemory(proc()).totalBytes, std::uint64_t(0));
    QCOMPARE(readProcessMemory(proc()).residentBytes, std::uint64_t(0));
}

void TstProbes::readsCgroupVersion2()
{
    write("proc/self/cgroup", "0::/app\n");
    write("sys/app/memory.current", "5000\n");
    write("sys/app/memory.max", "8000\n");
    write("sys/app/memory.high", "max\n");
    write("sys/app/memory.peak", "7000\n");
    write("sys/app/memory.stat", "anon 3000\nfile 2000\ninactive_file 1500\nactive_file 500\n");
    write("sys/app/memory.events", "low 0\nhigh 0\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n");
    const auto memory = readCgroupMemory(proc(), sys());
    QVERIFY(memory.has_value());
    QCOMPARE(memory->currentBytes, std::uint64_t(5000));
    QCOMPARE(memory->reclaimableBytes, std::uint64_t(1500));
    QCOMPARE(memory->limitBytes, std::optional<std::uint64_t>(8000));
    QCOMPARE(memory->roomBytes, std::optional<std::uint64_t>(4500));
    QCOMPARE(memory->peakBytes, std::optional<std::uint64_t>(7000));
    QCOMPARE(memory->oomKillCount, std::uint64_t(1));
}

void TstProbes::tightestAncestorHolds()
{
    write("proc/self/cgroup", "0::/user/app\n");
    write("sys/user/app/memory.current", "100");
    write("sys/user/app/memory.max", "1000");
    write("sys/user/memory.current", "4990"); // a neighbour holds nearly all
    write("sys/user/memory.max", "5000");
    const auto memory = readCgroupMemory(proc(), sys());
    QVERIFY(memory.has_value());
    QCOMPARE(memory->currentBytes, std::uint64_t(100));
    QCOMPARE(memory->limitBytes, std::optional<std::uint64_t>(1000));
    QCOMPARE(memory->roomBytes, std::optional<std::uint64_t>(10));
    write("sys/user/memory.max", "400"); // less than is held already
    QCOMPARE(readCgroupMemory(proc(), sys())->limitBytes, std::optional<std::uint64_t>(400));
    QCOMPARE(readCgroupMemory(proc(), sys())->roomBytes, std::optional<std::uint64_t>(0));
}

void TstProbes::memoryHighIsALimit()
{
    write("proc/self/cgroup", "0::/app\n");
    write("sys/app/memory.current", "100");
    write("sys/app/memory.max", "1000");
    write("sys/app/memory.high", "600");
    QCOMPARE(readCgroupMemory(proc(), sys())->limitBytes, std::optional<std::uint64_t>(600));
}

void TstProbes::noLimitAnywhere()
{
    write("proc/self/cgroup", "0::/app\n");
    write("sys/app/memory.current", "100");
    write("sys/app/memory.max", "max");
    const auto memory = readCgroupMemory(proc(), sys());
    QVERIFY(memory.has_value());
    QVERIFY(!memory->limitBytes && !memory->roomBytes && !memory->peakBytes);
    QCOMPARE(memory->reclaimableBytes, std::uint64_t(0));
}

void TstProbes::readsCgroupVersion1()
{
    write("proc/self/cgroup", "4:memory:/job\n0::/\n");
    write("sys/memory/job/memory.usage_in_bytes", "5000");
    write("sys/memory/job/memory.max_usage_in_bytes", "6000");
    write("sys/memory/job/memory.limit_in_bytes", "7000");
    write("sys/memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 2000\n");
    write("sys/memory/job/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n");
    write("sys/memory/memory.usage_in_bytes", "9000");
    write("sys/memory/memory.limit_in_bytes", "9223372036854771712"); // none
    const auto memory = readCgroupMemory(proc(), sys());
    QVERIFY(memory.has_value());
    QCOMPARE(memory->currentBytes, std::uint64_t(5000));
    QCOMPARE(memory->reclaimableBytes, std::uint64_t(2000));
    QCOMPARE(memory->limitBytes, std::optional<std::uint64_t>(7000));
    QCOMPARE(memory->roomBytes, std::optional<std::uint64_t>(4000));
    QCOMPARE(memory->peakBytes, std::optional<std::uint64_t>(6000));
    QCOMPARE(memory->oomKillCount, std::uint64_t(4));
}

void TstProbes::damagedCgroupReadsAsNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"", "max", "-1", "many", "99999999999999999999", "1 2"})
        QTest::newRow(text) << QByteArray(text);
}

void TstProbes::damagedCgroupReadsAsNothing()
{
    QFETCH(QByteArray, text);
    QVERIFY(!readCgroupMemory(proc(), sys()).has_value());
    write("proc/self/cgroup", "0::/app\n");
    write("sys/app/memory.current", text.toStdString());
    QVERIFY(!readCgroupMemory(proc(), sys()).has_value());
    write("sys/app/memory.current", "100");
    for (const char *name : {"memory.max", "memory.peak", "memory.stat", "memory.events"})
        write(std::string("sys/app/") + name, text.toStdString());
    const auto memory = readCgroupMemory(proc(), sys());
    QVERIFY(memory.has_value());
    QVERIFY(!memory->limitBytes && !memory->peakBytes);
    QCOMPARE(memory->oomKillCount, std::uint64_t(0));
}

void TstProbes::rootOfVersion2CountsNothing()
{
    write("proc/self/cgroup", "0::/\n");
    write("sys/cgroup.procs", "1\n");
    QVERIFY(!readCgroupMemory(proc(), sys()).has_value());
}

void TstProbes::sumsUp_data()
{
    QTest::addColumn<quint64>("systemTotal");
    QTest::addColumn<quint64>("systemAvailable");
    QTest::addColumn<qint64>("limit"); // below 0: none
    QTest::addColumn<qint64>("room");
    QTest::addColumn<quint64>("total");
    QTest::addColumn<quint64>("available");
    QTest::addColumn<quint64>("others"); // while we hold 100
    const auto row = [](const char *name, quint64 st, quint64 sa, qint64 limit, qint64 room, quint64 t, quint64 a,
                        quint64 o) { QTest::newRow(name) << st << sa << limit << room << t << a << o; };
    row("no group", 1000, 600, -1, -1, 1000, 600, 300);
    row("group is tighter", 1000, 600, 500, 350, 500, 350, 50);
    row("system is tighter", 1000, 200, 900, 700, 900, 200, 600);
    row("limit above the system", 1000, 600, 5000, 4000, 1000, 600, 300);
    row("never below nothing", 1000, 950, -1, -1, 1000, 950, 0);
    row("nothing left", 1000, 600, 500, 0, 500, 0, 400);
    row("system unknown", 0, 0, 500, 300, 500, 300, 100);
    row("nothing known", 0, 0, -1, -1, 0, 0, 0);
}

void TstProbes::sumsUp()
{
    QFETCH(quint64, systemTotal);
    QFETCH(quint64, systemAvailable);
    QFETCH(qint64, limit);
    QFETCH(qint64, room);
    QFETCH(quint64, total);
    QFETCH(quint64, available);
    QFETCH(quint64, others);
    MemorySnapshot look;
    look.system.totalBytes = systemTotal;
    look.system.availableBytes = systemAvailable;
    look.process.residentBytes = 100;
    if (limit >= 0) {
        look.cgroup = CgroupMemory{};
        look.cgroup->limitBytes = std::uint64_t(limit);
        look.cgroup->roomBytes = std::uint64_t(room);
    }
    QCOMPARE(quint64(look.ramTotalBytes()), total);
    QCOMPARE(quint64(look.ramAvailableBytes()), available);
    QCOMPARE(quint64(look.ramOthersBytes()), others);
}

void TstProbes::trueFiguresMakeSense()
{
    const MemorySnapshot look = readMemory();
    QVERIFY(look.process.residentBytes > kMiB && look.process.residentBytes < look.system.totalBytes);
    QVERIFY(look.process.anonymousBytes + look.process.fileBytes <= look.process.residentBytes);
    QVERIFY(look.system.availableBytes <= look.system.totalBytes);
    QVERIFY(look.system.totalBytes > 64 * kMiB && look.system.totalBytes < (kGiB << 20));
    QVERIFY(look.ramTotalBytes() > 0 && look.ramTotalBytes() <= look.system.totalBytes);
    QVERIFY(look.ramAvailableBytes() <= look.ramTotalBytes());
}

void TstProbes::peakCanBeReset()
{
    QVERIFY(!resetPeakResident(proc()));
    const std::size_t size = 64 * kMiB;
    void *const memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    ::munmap(memory, size);
    const std::uint64_t before = readProcessMemory().peakResidentBytes;
    if (!resetPeakResident())
        QSKIP("this kernel does not let the high-water mark be reset");
    const ProcessMemory after = readProcessMemory();
    // Counters of the kernel may lag by some pages per processor, hence half of what was mapped.
    QVERIFY(before >= after.residentBytes + size / 2);
    QVERIFY(after.peakResidentBytes + size / 2 <= before);
}

QTEST_APPLESS_MAIN(TstProbes)
#include "tst_probes.moc"
