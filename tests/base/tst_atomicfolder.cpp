// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Folders that appear whole or not at all: replacing, two writers, sudden death, and never touching what is not ours.

#include "core/base/atomicfolder.h"
#include "tests/support/childprocess.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sstream>

using namespace snug;
using snug::test::ChildProcess;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path &path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void put(const fs::path &path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

bool isResult(const fs::path &folder) { return fs::exists(folder / "result"); }

/// Fills a folder with "result" = `text`; the error code as int, or -1 for success.
int makeWhole(const fs::path &target, std::string_view text, Overwrite overwrite = Overwrite::No)
{
    auto folder = AtomicFolder::create(target, overwrite, isResult);
    if (!folder)
        return int(folder.error().code);
    put(folder->path() / "result", text);
    const auto done = folder->commit();
    return done ? -1 : int(done.error().code);
}

} // namespace

class TstAtomicFolder : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void appearsOnCommitOnly();
    void goesWhenDropped();
    void movesWhatItHolds();
    void refusesWhatIsNoName();
    void refusesExistingTarget();
    void replacesAnEarlierResult();
    void neverReplacesWhatIsNotOurs();
    void keepsLinkedFolders();
    void whatAppearedMeanwhileStays();
    void foreignPartIsLeftAlone();
    void secondWriterIsRefused();
    void takesOverWhatAKilledRunLeft();
    void bringsBackWhatAKilledRunMovedAside();
    void removesWhatAKilledRunReplaced();
    void keepsWhatMayBeTheOnlyCopy_data();
    void keepsWhatMayBeTheOnlyCopy();

private:
    fs::path path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    QStringList entries() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstAtomicFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstAtomicFolder::appearsOnCommitOnly()
{
    for (const char *name : {"out", "slash/", "above/it/out"}) {
        auto folder = AtomicFolder::create(path(name), Overwrite::No, isResult);
        QVERIFY(folder.has_value());
        put(folder->path() / "result", "text");
        put(folder->path() / "below/more", "text");
        QVERIFY(!fs::exists(path(name)));
        QCOMPARE(folder->path(), fs::path(folder->target().string() + ".part"));
        QVERIFY(folder->commit());
        QCOMPARE(contentOf(path(name) / "result"), std::string("text"));
        QCOMPARE(QDir(QString::fromStdString(path(name).string())).entryList(QDir::Files | QDir::Hidden),
                 QStringList{"result"});
        folder->discard(); // nothing left to discard
        QVERIFY(!folder->commit());
        QVERIFY(fs::exists(path(name) / "below/more"));
    }
    QCOMPARE(entries(), (QStringList{"above", "out", "slash"}));
}

void TstAtomicFolder::goesWhenDropped()
{
    put(path("precious/file"), "precious");
    {
        auto folder = AtomicFolder::create(path("out"), Overwrite::No, isResult);
        QVERIFY(folder.has_value());
        put(folder->path() / "below/more", "text");
        fs::create_directory_symlink(path("precious"), folder->path() / "link");
    }
    QCOMPARE(entries(), QStringList{"precious"});
    QCOMPARE(contentOf(path("precious/file")), std::string("precious"));
}

void TstAtomicFolder::movesWhatItHolds()
{
    auto first = AtomicFolder::create(path("first"), Overwrite::No, isResult);
    auto second = AtomicFolder::create(path("second"), Overwrite::No, isResult);
    QVERIFY(first.has_value() && second.has_value());
    *second = std::move(*first); // what it held before is discarded
    QCOMPARE(entries(), QStringList{"first.part"});
    AtomicFolder third = std::move(*second);
    QVERIFY(third.commit());
    QCOMPARE(entries(), QStringList{"first"});
}

void TstAtomicFolder::refusesWhatIsNoName()
{
    for (const char *name : {"", ".", "..", "/", "a/.."}) {
        const auto folder = AtomicFolder::create(name, Overwrite::Yes, isResult);
        QVERIFY2(!folder.has_value(), name);
        QCOMPARE(folder.error().code, ErrorCode::Usage);
    }
}

void TstAtomicFolder::refusesExistingTarget()
{
    put(path("out/result"), "old");
    QCOMPARE(makeWhole(path("out"), "new"), int(ErrorCode::Usage));
    QCOMPARE(contentOf(path("out/result")), std::string("old"));
    QCOMPARE(entries(), QStringList{"out"});
}

void TstAtomicFolder::replacesAnEarlierResult()
{
    put(path("out/result"), "old");
    put(path("out/below/more"), "old");
    put(path("precious/file"), "precious");
    fs::create_directory_symlink(path("precious"), path("out/link"));
    QCOMPARE(makeWhole(path("out"), "new", Overwrite::Yes), -1);
    QCOMPARE(contentOf(path("out/result")), std::string("new"));
    QVERIFY(!fs::exists(path("out/below")));
    QCOMPARE(contentOf(path("precious/file")), std::string("precious"));
    fs::create_directory(path("empty"));
    QCOMPARE(makeWhole(path("empty"), "new", Overwrite::Yes), -1);
    QCOMPARE(entries(), (QStringList{"empty", "out", "precious"}));
}

void TstAtomicFolder::neverReplacesWhatIsNotOurs()
{
    put(path("photos/one.jpg"), "photo");
    put(path("file"), "text");
    QCOMPARE(makeWhole(path("photos"), "new", Overwrite::Yes), int(ErrorCode::Usage));
    QCOMPARE(makeWhole(path("file"), "new", Overwrite::Yes), int(ErrorCode::Usage));
    QCOMPARE(makeWhole(path("file/below"), "new", Overwrite::Yes), int(ErrorCode::Io));
    QCOMPARE(contentOf(path("photos/one.jpg")), std::string("photo"));
    QCOMPARE(contentOf(path("file")), std::string("text"));
    QCOMPARE(entries(), (QStringList{"file", "photos"}));
}

void TstAtomicFolder::keepsLinkedFolders()
{
    put(path("real/result"), "old");
    fs::create_directory_symlink(path("real"), path("out"));
    fs::create_directory_symlink(path("real"), path("other.part"));
    QCOMPARE(makeWhole(path("out"), "new", Overwrite::Yes), int(ErrorCode::Usage));
    QCOMPARE(makeWhole(path("other"), "new", Overwrite::Yes), int(ErrorCode::Io));
    QCOMPARE(contentOf(path("real/result")), std::string("old"));
}

void TstAtomicFolder::whatAppearedMeanwhileStays()
{
    for (const Overwrite overwrite : {Overwrite::No, Overwrite::Yes}) {
        auto folder = AtomicFolder::create(path("out"), overwrite, isResult);
        QVERIFY(folder.has_value());
        put(path("out/mine"), "mine");
        const auto done = folder->commit();
        QVERIFY(!done.has_value());
        QCOMPARE(done.error().code, ErrorCode::Usage);
        folder->discard();
        QCOMPARE(contentOf(path("out/mine")), std::string("mine"));
        QCOMPARE(entries(), QStringList{"out"});
        fs::remove_all(path("out"));
    }
}

void TstAtomicFolder::foreignPartIsLeftAlone()
{
    put(path("out.part/mine"), "mine");
    put(path("file.part"), "mine");
    QCOMPARE(makeWhole(path("out"), "new"), int(ErrorCode::Io));
    QCOMPARE(makeWhole(path("file"), "new"), int(ErrorCode::Io));
    QCOMPARE(contentOf(path("out.part/mine")), std::string("mine"));
    QCOMPARE(contentOf(path("file.part")), std::string("mine"));
    fs::create_directory(path("empty.part")); // as a run leaves it that is killed before the marker is made
    QCOMPARE(makeWhole(path("empty"), "new"), -1);
}

void TstAtomicFolder::secondWriterIsRefused()
{
    auto first = AtomicFolder::create(path("out"), Overwrite::Yes, isResult);
    QVERIFY(first.has_value());
    put(first->path() / "result", "first");
    const auto second = AtomicFolder::create(path("out"), Overwrite::Yes, isResult);
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().code, ErrorCode::Usage);
    QVERIFY(second.error().message.find("another running Snug") != std::string::npos);
    QVERIFY(first->commit());
    QCOMPARE(contentOf(path("out/result")), std::string("first"));
    QCOMPARE(makeWhole(path("out"), "after", Overwrite::Yes), -1);
    QCOMPARE(entries(), QStringList{"out"});
}

void TstAtomicFolder::takesOverWhatAKilledRunLeft()
{
    ChildProcess child([this](const ChildProcess::Say &say) {
        auto folder = AtomicFolder::create(path("out"), Overwrite::No, isResult);
        if (!folder)
            return 1;
        put(folder->path() / "leftover", "a long partial output");
        say("writing");
        ChildProcess::awaitLetGo();
        return 0;
    });
    QVERIFY(child.waitFor("writing"));
    QCOMPARE(makeWhole(path("out"), "too early"), int(ErrorCode::Usage));
    QVERIFY(fs::exists(path("out.part/leftover")));
    child.kill();
    QCOMPARE(child.wait().signal, SIGKILL);
    QVERIFY(fs::exists(path("out.part/leftover")));
    QCOMPARE(makeWhole(path("out"), "whole"), -1);
    QCOMPARE(contentOf(path("out/result")), std::string("whole"));
    QVERIFY(!fs::exists(path("out/leftover")));
    QCOMPARE(entries(), QStringList{"out"});
}

void TstAtomicFolder::bringsBackWhatAKilledRunMovedAside()
{
    // Killed between the two renames.
    put(path("out.snug-replaced/result"), "old");
    put(path("out.part/.snug-part"), "");
    put(path("out.part/result"), "never named");
    QCOMPARE(makeWhole(path("out"), "new", Overwrite::No), int(ErrorCode::Usage));
    QCOMPARE(contentOf(path("out/result")), std::string("old"));
    QCOMPARE(entries(), QStringList{"out"});
}

void TstAtomicFolder::removesWhatAKilledRunReplaced()
{
    put(path("out/result"), "new");
    put(path("out.snug-replaced/below/more"), "half removed");
    QCOMPARE(makeWhole(path("out"), "newer", Overwrite::Yes), -1);
    QCOMPARE(contentOf(path("out/result")), std::string("newer"));
    QCOMPARE(entries(), QStringList{"out"});
}

void TstAtomicFolder::keepsWhatMayBeTheOnlyCopy_data()
{
    QTest::addColumn<bool>("emptyTarget");
    QTest::addColumn<QString>("aside"); // a file of what was moved aside
    QTest::newRow("a result that is no longer whole") << false << "weights";
    QTest::newRow("somebody made an empty folder") << true << "result";
    QTest::newRow("both") << true << "weights";
}

void TstAtomicFolder::keepsWhatMayBeTheOnlyCopy()
{
    QFETCH(bool, emptyTarget);
    QFETCH(QString, aside);
    const fs::path file = path("out.snug-replaced") / aside.toStdString();
    put(file, "old");
    if (emptyTarget)
        fs::create_directory(path("out"));
    const auto folder = AtomicFolder::create(path("out"), Overwrite::Yes, isResult);
    QVERIFY(!folder);
    QCOMPARE(int(folder.error().code), int(ErrorCode::Usage));
    QVERIFY2(folder.error().message.find("out.snug-replaced may be the only copy of what was") != std::string::npos,
             folder.error().message.c_str());
    QCOMPARE(contentOf(file), std::string("old"));
    QVERIFY(!fs::exists(path("out.part")));
    fs::remove(file); // nothing is left to lose
    QCOMPARE(makeWhole(path("out"), "new", Overwrite::Yes), -1);
    QCOMPARE(entries(), QStringList{"out"});
}

QTEST_APPLESS_MAIN(TstAtomicFolder)
#include "tst_atomicfolder.moc"
