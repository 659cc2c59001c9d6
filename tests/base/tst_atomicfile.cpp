// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Output that appears whole or not at all: the good way, full disks, limits, missing rights, two writers, sudden death.

#include "core/base/atomicfile.h"
#include "tests/support/childprocess.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sstream>

using namespace snug;
using snug::test::ChildProcess;
using snug::test::inChild;
using snug::test::mountInChild;

namespace {

constexpr int kCannotMount = 77;

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string contentOf(const std::filesystem::path &path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// Writes `text` to `target` in one go; the error code as int, or -1 for success.
int writeWhole(const std::filesystem::path &target, std::string_view text, Overwrite overwrite = Overwrite::No)
{
    auto file = AtomicFile::create(target, overwrite);
    if (!file)
        return int(file.error().code);
    for (const auto &step : {file->append(bytesOf(text)), file->commit()}) {
        if (!step)
            return int(step.error().code);
    }
    return -1;
}

} // namespace

class TstAtomicFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void appearsOnCommitOnly();
    void removesPartialFileWhenDropped();
    void refusesExistingTarget();
    void replacesExistingTargetOnDemand();
    void doesNotReplaceWhatAppearedMeanwhile();
    void refusesFolderAsTarget();
    void createsMissingFolders();
    void tellsWhyFolderCannotBeMade();
    void movesWhatItHolds();
    void reservedSpaceDoesNotShow();
    void refusesWorkAfterItsEnd();
    void refusesForeignThingAtPartialName();
    void secondWriterIsRefused();
    void secondProcessIsRefused();
    void takesOverWhatAKilledRunLeft();
    void fullDisk_data();
    void fullDisk();
    void readOnlyDisk();
    void diskWithoutReservation();
    void sizeLimitIsAnErrorNotADeath();
    void missingRights();
    void tellsFreeSpace();

private:
    std::filesystem::path path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    int fileCount() const { return int(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden).size()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstAtomicFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstAtomicFile::appearsOnCommitOnly()
{
    auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(file.has_value());
    QVERIFY(file->append(bytesOf("first ")).has_value());
    QVERIFY(file->append({}).has_value());
    QVERIFY(file->append(bytesOf("second")).has_value());
    QCOMPARE(file->sizeBytes(), std::uint64_t(12));
    QVERIFY(!std::filesystem::exists(path("out")));
    QVERIFY(std::filesystem::exists(path("out.part")));
    QVERIFY(file->commit().has_value());
    QCOMPARE(contentOf(path("out")), std::string("first second"));
    QVERIFY(!std::filesystem::exists(path("out.part")));
    file->discard(); // nothing left to discard: the target stays
    QCOMPARE(contentOf(path("out")), std::string("first second"));
}

void TstAtomicFile::removesPartialFileWhenDropped()
{
    {
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        QVERIFY(file.has_value());
        QVERIFY(file->append(bytesOf("half")).has_value());
    }
    QCOMPARE(fileCount(), 0);
    auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(file.has_value());
    file->discard();
    file->discard();
    QCOMPARE(fileCount(), 0);
}

void TstAtomicFile::refusesExistingTarget()
{
    std::ofstream(path("out")) << "old";
    const auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(!file.has_value());
    QCOMPARE(file.error().code, ErrorCode::Usage);
    QCOMPARE(contentOf(path("out")), std::string("old"));
    QCOMPARE(fileCount(), 1);
}

void TstAtomicFile::replacesExistingTargetOnDemand()
{
    std::ofstream(path("out")) << "old and longer";
    auto file = AtomicFile::create(path("out"), Overwrite::Yes);
    QVERIFY(file.has_value());
    QVERIFY(file->append(bytesOf("new")).has_value());
    QCOMPARE(contentOf(path("out")), std::string("old and longer"));
    QVERIFY(file->commit().has_value());
    QCOMPARE(contentOf(path("out")), std::string("new"));
}

void TstAtomicFile::doesNotReplaceWhatAppearedMeanwhile()
{
    auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(file.has_value());
    std::ofstream(path("out")) << "somebody else's";
    const auto done = file->commit();
    QVERIFY(!done.has_value());
    QCOMPARE(done.error().code, ErrorCode::Usage);
    file->discard();
    QCOMPARE(contentOf(path("out")), std::string("somebody else's"));
    QCOMPARE(fileCount(), 1);
}

void TstAtomicFile::refusesFolderAsTarget()
{
    for (const std::string &place : {m_folder->path().toStdString(), m_folder->path().toStdString() + "/new/"}) {
        const auto file = AtomicFile::create(place, Overwrite::Yes);
        QVERIFY(!file.has_value());
        QCOMPARE(file.error().code, ErrorCode::Usage);
    }
    QCOMPARE(fileCount(), 0);
}

void TstAtomicFile::createsMissingFolders()
{
    QCOMPARE(writeWhole(path("a/b/c/out"), "deep"), -1);
    QCOMPARE(contentOf(path("a/b/c/out")), std::string("deep"));
}

void TstAtomicFile::tellsWhyFolderCannotBeMade()
{
    std::ofstream(path("file")) << "x";
    const auto file = AtomicFile::create(path("file/out"), Overwrite::No);
    QVERIFY(!file.has_value());
    QCOMPARE(file.error().code, ErrorCode::Io);
    QVERIFY(file.error().message.find("Not a directory. Check the path") != std::string::npos);
}

void TstAtomicFile::movesWhatItHolds()
{
    auto first = AtomicFile::create(path("first"), Overwrite::No);
    auto second = AtomicFile::create(path("second"), Overwrite::No);
    QVERIFY(first.has_value() && second.has_value());
    QVERIFY(first->append(bytesOf("1")).has_value());
    *second = std::move(*first); // what it held before is discarded
    QCOMPARE(fileCount(), 1);
    QVERIFY(second->append(bytesOf("2")).has_value());
    QVERIFY(!first->append(bytesOf("3")).has_value());
    QVERIFY(second->commit().has_value());
    QCOMPARE(contentOf(path("first")), std::string("12"));
    QCOMPARE(fileCount(), 1);
}

void TstAtomicFile::reservedSpaceDoesNotShow()
{
    auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(file.has_value());
    QVERIFY(file->reserve(0).has_value());
    QVERIFY(file->reserve(1 << 20).has_value());
    QVERIFY(file->append(bytesOf("short")).has_value());
    QCOMPARE(std::filesystem::file_size(path("out.part")), std::uintmax_t(5));
    QVERIFY(file->reserve(3).has_value());
    QVERIFY(file->commit().has_value());
    QCOMPARE(contentOf(path("out")), std::string("short"));
    struct stat status;
    QCOMPARE(::stat(path("out").c_str(), &status), 0);
    QVERIFY(status.st_blocks * 512 < 1 << 20); // given back
    const auto absurd = AtomicFile::create(path("absurd"), Overwrite::No)->reserve(~std::uint64_t{0});
    QVERIFY(!absurd.has_value());
    QCOMPARE(absurd.error().code, ErrorCode::Io);
}

void TstAtomicFile::refusesWorkAfterItsEnd()
{
    auto file = AtomicFile::create(path("out"), Overwrite::No);
    QVERIFY(file.has_value());
    file->discard();
    for (const auto &step : {file->append(bytesOf("x")), file->reserve(1), file->commit()}) {
        QVERIFY(!step.has_value());
        QCOMPARE(step.error().code, ErrorCode::Internal);
    }
    QCOMPARE(fileCount(), 0);
}

void TstAtomicFile::refusesForeignThingAtPartialName()
{
    std::ofstream(path("precious")) << "precious";
    std::filesystem::create_symlink(path("precious"), path("linked.part"));
    std::filesystem::create_directory(path("folder.part"));
    QCOMPARE(::mkfifo(path("pipe.part").c_str(), 0600), 0);
    for (const char *name : {"linked", "folder", "pipe"})
        QCOMPARE(writeWhole(path(name), "x"), int(ErrorCode::Io));
    QCOMPARE(contentOf(path("precious")), std::string("precious"));
}

void TstAtomicFile::secondWriterIsRefused()
{
    auto first = AtomicFile::create(path("out"), Overwrite::Yes);
    QVERIFY(first.has_value());
    QVERIFY(first->append(bytesOf("first")).has_value());
    const auto second = AtomicFile::create(path("out"), Overwrite::Yes);
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().code, ErrorCode::Usage);
    QVERIFY(second.error().message.find("another running Snug") != std::string::npos);
    QVERIFY(first->commit().has_value());
    QCOMPARE(contentOf(path("out")), std::string("first"));
    QCOMPARE(writeWhole(path("out"), "after", Overwrite::Yes), -1);
    QCOMPARE(contentOf(path("out")), std::string("after"));
}

void TstAtomicFile::secondProcessIsRefused()
{
    ChildProcess child([this](const ChildProcess::Say &say) {
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (!file || !file->append(bytesOf("from the ")))
            return 1;
        say("writing");
        ChildProcess::awaitLetGo();
        return file->append(bytesOf("child")) && file->commit() ? 0 : 2;
    });
    QVERIFY(child.waitFor("writing"));
    QCOMPARE(writeWhole(path("out"), "from the parent"), int(ErrorCode::Usage));
    QCOMPARE(contentOf(path("out.part")), std::string("from the "));
    child.letGo();
    QCOMPARE(child.wait().exitCode, 0);
    QCOMPARE(contentOf(path("out")), std::string("from the child"));
    QCOMPARE(fileCount(), 1);
}

void TstAtomicFile::takesOverWhatAKilledRunLeft()
{
    ChildProcess child([this](const ChildProcess::Say &say) {
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (!file || !file->append(bytesOf("a long partial output")))
            return 1;
        say("writing");
        ChildProcess::awaitLetGo();
        return 0;
    });
    QVERIFY(child.waitFor("writing"));
    child.kill();
    QCOMPARE(child.wait().signal, SIGKILL);
    QCOMPARE(contentOf(path("out.part")), std::string("a long partial output"));
    QVERIFY(!std::filesystem::exists(path("out")));
    QCOMPARE(writeWhole(path("out"), "whole"), -1);
    QCOMPARE(contentOf(path("out")), std::string("whole"));
    QCOMPARE(fileCount(), 1);
}

void TstAtomicFile::fullDisk_data()
{
    QTest::addColumn<bool>("reserves");
    QTest::newRow("seen when reserving") << true;
    QTest::newRow("seen when writing") << false;
}

void TstAtomicFile::fullDisk()
{
    QFETCH(bool, reserves);
    const auto result = inChild([&](const ChildProcess::Say &say) {
        if (!mountInChild(m_folder->path().toStdString(), "tmpfs", "size=1m"))
            return kCannotMount;
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (!file)
            return 1;
        Result<void> step;
        if (reserves)
            step = file->reserve(4 << 20);
        const std::string piece(100'000, 'x');
        for (int i = 0; step && i < 40; ++i)
            step = file->append(bytesOf(piece));
        if (step)
            return 2;
        say(step.error().message);
        file->discard();
        // The disk is as it was: what fits still fits.
        if (std::filesystem::exists(path("out.part")) || writeWhole(path("small"), piece) != -1)
            return 3;
        return step.error().code == ErrorCode::DoesNotFit ? 0 : 4;
    });
    if (result.exitCode == kCannotMount)
        QSKIP("this system does not let a test mount a small disk");
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.output.find(reserves ? "4.00 MiB more are needed, 1.00 MiB are free" : "No space left") !=
                 std::string::npos,
             result.output.c_str());
}

void TstAtomicFile::readOnlyDisk()
{
    const auto result = inChild([&](const ChildProcess::Say &) {
        if (!mountInChild(m_folder->path().toStdString(), "tmpfs", "size=1m", /*readOnly=*/true))
            return kCannotMount;
        return writeWhole(path("out"), "x");
    });
    if (result.exitCode == kCannotMount)
        QSKIP("this system does not let a test mount a read-only disk");
    QCOMPARE(result.exitCode, int(ErrorCode::Io));
}

void TstAtomicFile::diskWithoutReservation()
{
    // ramfs neither reserves nor tells its size.
    const auto result = inChild([&](const ChildProcess::Say &) {
        if (!mountInChild(m_folder->path().toStdString(), "ramfs", nullptr))
            return kCannotMount;
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (!file || !file->reserve(1 << 20) || !file->append(bytesOf("kept")) || !file->commit())
            return 1;
        return contentOf(path("out")) == "kept" && !freeDiskBytes(path("out")) ? 0 : 2;
    });
    if (result.exitCode == kCannotMount)
        QSKIP("this system does not let a test mount a ramfs");
    QCOMPARE(result.exitCode, 0);
}

void TstAtomicFile::sizeLimitIsAnErrorNotADeath()
{
    const auto result = inChild([&](const ChildProcess::Say &) {
        const rlimit most{100'000, 100'000};
        auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (!file || ::setrlimit(RLIMIT_FSIZE, &most) != 0)
            return 1;
        const auto step = file->append(bytesOf(std::string(200'000, 'x')));
        if (step || file->sizeBytes() != 100'000)
            return 2;
        file->discard();
        return step.error().code == ErrorCode::Io ? 0 : 3;
    });
    QCOMPARE(result.signal, 0);
    QCOMPARE(result.exitCode, 0);
    QCOMPARE(fileCount(), 0);
}

void TstAtomicFile::missingRights()
{
    std::filesystem::permissions(m_folder->path().toStdString(), std::filesystem::perms(0555));
    const auto result = inChild([&](const ChildProcess::Say &say) {
        // The superuser may write anywhere: become nobody.
        if (::geteuid() == 0 && (::setegid(65534) != 0 || ::seteuid(65534) != 0))
            return 1;
        const auto file = AtomicFile::create(path("out"), Overwrite::No);
        if (file)
            return 2;
        say(file.error().message);
        return file.error().code == ErrorCode::Io ? 0 : 3;
    });
    std::filesystem::permissions(m_folder->path().toStdString(), std::filesystem::perms(0755));
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(result.output.find("Permission denied") != std::string::npos, result.output.c_str());
}

void TstAtomicFile::tellsFreeSpace()
{
    const auto here = freeDiskBytes(path("."));
    const auto below = freeDiskBytes(path("not/yet/there"));
    QVERIFY(here.has_value() && below.has_value());
    QVERIFY(*here > 0);
    // Others write to this disk too, so the two looks may differ, but not by half.
    QVERIFY(*below > *here / 2 && *below / 2 < *here);
    QVERIFY(freeDiskBytes("").has_value());
    QVERIFY(freeDiskBytes("relative/name").has_value());
}

QTEST_APPLESS_MAIN(TstAtomicFile)
#include "tst_atomicfile.moc"
