// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Control groups: where their folders are found, and what they let the processor count be. Fixtures are written here.

#include "core/base/cgroup.h"
#include "core/base/processors.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace snug;

class TstCgroup : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsVersion2FromLeafToRoot();
    void findsVersion1Controller();
    void findsVersion2BesideVersion1();
    void skipsFoldersOutsideTheMount();
    void refusesToClimb();
    void hasNothingForDamagedFiles_data();
    void hasNothingForDamagedFiles();
    void limitsProcessors_data();
    void limitsProcessors();
    void version1LimitsProcessors();

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

void TstCgroup::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void TstCgroup::findsVersion2FromLeafToRoot()
{
    write("proc/self/cgroup", "0::/user.slice/app.scope\n");
    write("sys/user.slice/app.scope/x", "");
    const CgroupFolders group = cgroupFolders("memory", proc(), sys());
    QVERIFY(!group.version1);
    QCOMPARE(group.folders, (std::vector<std::string>{sys() + "/user.slice/app.scope", sys() + "/user.slice", sys()}));
}

void TstCgroup::findsVersion1Controller()
{
    write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/a\n3:cpu,cpuacct:/b\n0::/c\n");
    write("sys/memory/a/x", "");
    write("sys/cpu/b/x", "");
    const CgroupFolders memory = cgroupFolders("memory", proc(), sys());
    QVERIFY(memory.version1);
    QCOMPARE(memory.folders, (std::vector<std::string>{sys() + "/memory/a", sys() + "/memory"}));
    QCOMPARE(cgroupFolders("cpu", proc(), sys()).folders.front(), sys() + "/cpu/b");
    QCOMPARE(cgroupFolders("cpuacct", proc(), sys()).folders.size(), std::size_t(0));
}

void TstCgroup::findsVersion2BesideVersion1()
{
    write("proc/self/cgroup", "1:cpu:/\n0::/c\n");
    write("sys/unified/c/x", "");
    const CgroupFolders memory = cgroupFolders("memory", proc(), sys());
    QVERIFY(!memory.version1);
    QCOMPARE(memory.folders, (std::vector<std::string>{sys() + "/unified/c", sys() + "/unified"}));
}

void TstCgroup::skipsFoldersOutsideTheMount()
{
    // A container's own folder is the root of its mount, whatever path the host knows it by.
    write("proc/self/cgroup", "0::/docker/0123\n");
    write("sys/memory.max", "max");
    QCOMPARE(cgroupFolders("memory", proc(), sys()).folders, std::vector<std::string>{sys()});
}

void TstCgroup::refusesToClimb()
{
    write("proc/self/cgroup", "0::/../../../etc\n");
    write("sys/x", "");
    QCOMPARE(cgroupFolders("memory", proc(), sys()).folders, std::vector<std::string>{sys()});
}

void TstCgroup::hasNothingForDamagedFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no colons") << QByteArray("nonsense\n\n::");
    QTest::newRow("one colon") << QByteArray("0:memory\n");
    QTest::newRow("zero bytes") << QByteArray(1000, '\0');
    QTest::newRow("long") << QByteArray(100'000, 'x');
}

void TstCgroup::hasNothingForDamagedFiles()
{
    QFETCH(QByteArray, text);
    QVERIFY(cgroupFolders("memory", proc(), sys()).folders.empty()); // no file at all
    write("proc/self/cgroup", text.toStdString());
    QVERIFY(cgroupFolders("memory", proc(), sys()).folders.empty());
    QVERIFY(!cgroupProcessorLimit(proc(), sys()).has_value());
}

void TstCgroup::limitsProcessors_data()
{
    QTest::addColumn<QString>("leaf");
    QTest::addColumn<QString>("parent");
    QTest::addColumn<int>("limit"); // 0: none
    QTest::newRow("none") << "max 100000"
                          << "max 100000" << 0;
    QTest::newRow("one and a half") << "150000 100000"
                                    << "max 100000" << 2;
    QTest::newRow("two") << "200000 100000"
                         << "max 100000" << 2;
    QTest::newRow("parent is tighter") << "400000 100000"
                                       << "100000 100000" << 1;
    QTest::newRow("a tenth") << "10000 100000"
                             << "" << 1;
    QTest::newRow("no period") << "10000"
                               << "" << 0;
    QTest::newRow("period zero") << "10000 0"
                                 << "" << 0;
    QTest::newRow("negative") << "-1 100000"
                              << "" << 0;
    QTest::newRow("absurd") << "18446744073709551615 1"
                            << "" << (1 << 20);
    QTest::newRow("words") << "a b c d"
                           << "\x01" << 0;
}

void TstCgroup::limitsProcessors()
{
    QFETCH(QString, leaf);
    QFETCH(QString, parent);
    QFETCH(int, limit);
    write("proc/self/cgroup", "0::/p/l\n");
    write("sys/p/l/cpu.max", leaf.toStdString());
    write("sys/p/cpu.max", parent.toStdString());
    QCOMPARE(cgroupProcessorLimit(proc(), sys()).value_or(0), limit);
}

void TstCgroup::version1LimitsProcessors()
{
    write("proc/self/cgroup", "2:cpu,cpuacct:/job\n");
    write("sys/cpu/job/cpu.cfs_period_us", "100000\n");
    write("sys/cpu/job/cpu.cfs_quota_us", "-1\n");
    QVERIFY(!cgroupProcessorLimit(proc(), sys()).has_value());
    write("sys/cpu/job/cpu.cfs_quota_us", "250000\n");
    QCOMPARE(cgroupProcessorLimit(proc(), sys()), std::optional<int>(3));
}

QTEST_APPLESS_MAIN(TstCgroup)
#include "tst_cgroup.moc"
