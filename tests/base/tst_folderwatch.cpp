// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Changes in watched folders are told, several at once, those elsewhere not.

#include "core/base/folderwatch.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace snug;
namespace fs = std::filesystem;

class TestFolderWatch : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void tellsChanges_data();
    void tellsChanges();
    void severalBecomeOne();
    void tellsOnlyOfTheseFolders();
    void awaitsWhatIsNotThere();
    void saysWhatIsNew();
    void survivesOddFolders();
    void endsWhileThingsChange();

private:
    static bool write(const fs::path &path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::WriteOnly) && file.write("x") == 1;
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder;
    std::atomic<int> m_count = 0;
};

void TestFolderWatch::init()
{
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = fs::canonical(m_temporary->path().toStdString());
    m_count = 0;
}

void TestFolderWatch::tellsChanges_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"file", "folder", "link", "removed", "renamed", "rewritten", "self removed"})
        QTest::newRow(what) << what;
}

void TestFolderWatch::tellsChanges()
{
    QFETCH(QString, what);
    const fs::path watched = m_folder / "watched";
    QVERIFY(fs::create_directory(watched) && write(watched / "old"));
    FolderWatch watch([this] { ++m_count; });
    watch.watch({watched});
    if (what == "file")
        QVERIFY(write(watched / "new"));
    else if (what == "folder")
        fs::create_directory(watched / "new");
    else if (what == "link")
        fs::create_symlink("nowhere", watched / "new");
    else if (what == "removed")
        fs::remove(watched / "old");
    else if (what == "renamed")
        fs::rename(watched / "old", watched / "new");
    else if (what == "rewritten")
        QVERIFY(write(watched / "old"));
    else
        fs::remove_all(watched);
    QTRY_VERIFY(m_count > 0);
}

void TestFolderWatch::severalBecomeOne()
{
    FolderWatch watch([this] { ++m_count; });
    watch.watch({m_folder});
    for (int i = 0; i < 200; ++i)
        QVERIFY(write(m_folder / std::to_string(i)));
    QTRY_VERIFY(m_count > 0);
    QVERIFY(m_count < 20);
}

void TestFolderWatch::tellsOnlyOfTheseFolders()
{
    fs::create_directories(m_folder / "a" / "below");
    fs::create_directory(m_folder / "b");
    FolderWatch watch([this] { ++m_count; });
    watch.watch({m_folder / "a", m_folder / "b"});
    watch.watch({m_folder / "a"});
    QVERIFY(write(m_folder / "x") && write(m_folder / "b" / "x") && write(m_folder / "a" / "below" / "x"));
    QTest::qWait(700); // longer than it gathers changes
    QCOMPARE(m_count.load(), 0);
    QVERIFY(write(m_folder / "a" / "x"));
    QTRY_COMPARE(m_count.load(), 1);
}

void TestFolderWatch::awaitsWhatIsNotThere()
{
    FolderWatch watch([this] { ++m_count; });
    watch.watch({m_folder / "far" / "away"});
    QVERIFY(write(m_folder / "other"));
    QTest::qWait(700);
    QCOMPARE(m_count.load(), 0);
    fs::create_directory(m_folder / "far");
    QTRY_COMPARE(m_count.load(), 1);
    QVERIFY(watch.watch({m_folder / "far" / "away"}));
    fs::create_directory(m_folder / "far" / "away");
    QTRY_COMPARE(m_count.load(), 2);
    QVERIFY(watch.watch({m_folder / "far" / "away"}));
    QVERIFY(write(m_folder / "far" / "away" / "x"));
    QTRY_COMPARE(m_count.load(), 3);
}

void TestFolderWatch::saysWhatIsNew()
{
    fs::create_directory(m_folder / "a");
    FolderWatch watch([] {});
    QVERIFY(watch.watch({m_folder / "a"}));
    QVERIFY(!watch.watch({m_folder / "a", m_folder / "a"}));
    QVERIFY(watch.watch({m_folder / "a", m_folder}));
    QVERIFY(!watch.watch({m_folder}));
    fs::remove(m_folder / "a");
    fs::create_directory(m_folder / "a");
    QVERIFY(watch.watch({m_folder / "a"})); // another folder of that name
}

void TestFolderWatch::survivesOddFolders()
{
    fs::create_directory_symlink(m_folder / "loop", m_folder / "loop");
    QVERIFY(write(m_folder / "file"));
    FolderWatch watch([this] { ++m_count; });
    watch.watch({m_folder / "loop", m_folder / "file", {}, "relative/nowhere", m_folder / std::string(5000, 'x'), "/"});
    watch.watch({});
    QVERIFY(write(m_folder / "x"));
    QTest::qWait(700);
    QCOMPARE(m_count.load(), 0);
}

void TestFolderWatch::endsWhileThingsChange()
{
    for (int i = 0; i < 20; ++i) {
        FolderWatch watch([this] { ++m_count; });
        watch.watch({m_folder});
        QVERIFY(write(m_folder / std::to_string(i)));
    }
    const int told = m_count;
    QTest::qWait(400);
    QCOMPARE(m_count.load(), told);
}

QTEST_GUILESS_MAIN(TestFolderWatch)
#include "tst_folderwatch.moc"
