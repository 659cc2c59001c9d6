// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Files that have not changed are not read again, those that have are; folders that were looked into are told; models
// opened earlier.

#include "core/base/folderwatch.h"
#include "core/model/catalog.h"
#include "tests/model/checkpointfiles.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

class TestCatalogCache : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void readsUnchangedFilesOnce();
    void readsUnchangedFoldersOnce();
    void youngFilesAreReadAgain();
    void partsOfSplitModelsCount();
    void fullListsAreWholeAgain();
    void downloadsOfAria2AreReadAgain();
    void forgetsWhatIsGone();
    void listsRecentModelsOnce();
    void tellsWhereItLooked();
    void newFilesShowUp();

private:
    // Zeros a few bytes in place and sets the time back, so that only somebody who reads the file could tell.
    static bool spoil(const fs::path &path)
    {
        const auto time = fs::last_write_time(path);
        QFile file(QString::fromStdString(path.string()));
        if (!file.open(QIODevice::ReadWrite) || file.write("\0\0\0\0\0\0\0\0", 8) != 8)
            return false;
        file.close();
        fs::last_write_time(path, time);
        return true;
    }
    static void age(const fs::path &folder)
    {
        for (const auto &entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file())
                fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - 1h);
    }
    static bool gguf(const fs::path &path) { return writeGguf(path, smallMetadata(), smallTensors()); }
    Catalog look() { return findModels({m_models}, {}, &m_cache); }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_models;
    CatalogCache m_cache;
};

void TestCatalogCache::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const fs::path home = fs::canonical(m_folder->path().toStdString());
    m_models = home / "Models";
    QVERIFY(fs::create_directory(m_models));
    qputenv("HOME", QByteArray::fromStdString(home.string()));
    for (const char *variable : {"HF_HUB_CACHE", "OLLAMA_MODELS"})
        qputenv(variable, QByteArray::fromStdString((home / "none").string()));
    m_cache = {};
}

void TestCatalogCache::readsUnchangedFilesOnce()
{
    QVERIFY(gguf(m_models / "x.gguf"));
    age(m_models);
    const Catalog first = look();
    QVERIFY(first.entries.size() == 1 && first.entries[0].usable);
    QVERIFY(spoil(m_models / "x.gguf"));
    QVERIFY(look() == first);                           // not opened
    QVERIFY(!findModels({m_models}).entries[0].usable); // opened
    fs::last_write_time(m_models / "x.gguf", fs::file_time_type::clock::now() - 2h);
    QVERIFY(!look().entries[0].usable);
}

void TestCatalogCache::readsUnchangedFoldersOnce()
{
    const fs::path folder = m_models / "tiny";
    fs::create_directory(folder);
    QVERIFY(TestCheckpoint().write(folder));
    age(m_models);
    const Catalog first = look();
    QVERIFY(first.entries.size() == 1 && first.entries[0].usable);
    QVERIFY(spoil(folder / "config.json"));
    QVERIFY(look() == first);
    fs::resize_file(folder / "tokenizer.json", 5); // any file of the folder counts
    QVERIFY(!look().entries[0].usable);
}

void TestCatalogCache::youngFilesAreReadAgain()
{
    QVERIFY(gguf(m_models / "x.gguf"));
    fs::last_write_time(m_models / "x.gguf", fs::file_time_type::clock::now() + 1h); // as young as can be
    QVERIFY(look().entries[0].usable);
    QVERIFY(spoil(m_models / "x.gguf"));
    QVERIFY(!look().entries[0].usable);
}

void TestCatalogCache::partsOfSplitModelsCount()
{
    GgufMetadata metadata = smallMetadata();
    metadata.append("split.no", GgufValue::u16(0));
    metadata.append("split.count", GgufValue::u16(2));
    metadata.append("split.tensors.count", GgufValue::i32(3));
    QVERIFY(writeGguf(m_models / "x-00001-of-00002.gguf", metadata, smallTensors()));
    age(m_models);
    const Catalog first = look();
    QCOMPARE(first.entries.size(), std::size_t{1});
    QVERIFY(!first.entries[0].usable);
    QVERIFY(writeText(m_models / "x-00002-of-00002.gguf", "GGUF"));
    age(m_models);
    QVERIFY(look().entries[0].detail != first.entries[0].detail);
}

void TestCatalogCache::fullListsAreWholeAgain()
{
    QVERIFY(gguf(m_models / "0.gguf"));
    for (int i = 1; i < 1000; ++i) // as many as a list has
        fs::copy_file(m_models / "0.gguf", m_models / (std::to_string(i) + ".gguf"));
    age(m_models);
    const Catalog first = look();
    QCOMPARE(first.entries.size(), std::size_t{1000});
    QVERIFY(look() == first);
    QVERIFY(gguf(m_models / "more.gguf"));
    const Catalog more = look();
    QCOMPARE(more.entries.size(), std::size_t{1001});
    QCOMPARE(more.entries.back().name, std::string(kMoreEntry));
    QCOMPARE(more.places.back().modelCount, 1001);
}

void TestCatalogCache::downloadsOfAria2AreReadAgain()
{
    QVERIFY(gguf(m_models / "x.gguf") && writeText(m_models / "x.gguf.aria2", "0"));
    age(m_models);
    QVERIFY(!look().entries[0].usable);
    fs::remove(m_models / "x.gguf.aria2");
    QVERIFY(look().entries[0].usable);
    QVERIFY(writeText(m_models / "x.gguf.aria2", "0"));
    QVERIFY(!look().entries[0].usable);
}

void TestCatalogCache::forgetsWhatIsGone()
{
    QVERIFY(gguf(m_models / "x.gguf"));
    age(m_models);
    const Catalog first = look();
    fs::rename(m_models / "x.gguf", m_models / "away");
    QVERIFY(look().entries.empty());
    QVERIFY(spoil(m_models / "away"));
    fs::rename(m_models / "away", m_models / "x.gguf");
    QVERIFY(!look().entries[0].usable);
}

void TestCatalogCache::listsRecentModelsOnce()
{
    const fs::path elsewhere = m_models.parent_path() / "elsewhere";
    fs::create_directories(elsewhere / "tiny");
    QVERIFY(TestCheckpoint().write(elsewhere / "tiny"));
    QVERIFY(gguf(m_models / "x.gguf") && gguf(elsewhere / "y.gguf"));
    age(elsewhere);
    const std::vector<fs::path> recent{m_models / "x.gguf", elsewhere / "y.gguf", elsewhere / "gone.gguf",
                                       elsewhere / "tiny", elsewhere / "tiny"};
    const Catalog catalog = findModels({m_models}, recent, &m_cache);
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    QCOMPARE(catalog.entries[0].group, std::string("~/Models"));
    QCOMPARE(catalog.entries[1].name, std::string("Small Llama"));
    QCOMPARE(catalog.entries[2].name, std::string("tiny"));
    for (const std::size_t i : {1, 2}) {
        QCOMPARE(catalog.entries[i].group, std::string(kRecentGroup));
        QVERIFY2(catalog.entries[i].usable, catalog.entries[i].detail.c_str());
    }
    QVERIFY(spoil(elsewhere / "y.gguf") && spoil(elsewhere / "tiny" / "config.json"));
    QVERIFY(findModels({m_models}, recent, &m_cache) == catalog);
}

void TestCatalogCache::tellsWhereItLooked()
{
    fs::create_directories(m_models / "a" / "b");
    const Catalog catalog = look();
    for (const fs::path &folder : {m_models, m_models / "a", m_models / "a" / "b", m_models.parent_path() / "none",
                                   m_models.parent_path() / ".lmstudio" / "models"})
        QVERIFY2(std::ranges::count(catalog.folders, folder) >= 1, folder.c_str());
}

void TestCatalogCache::newFilesShowUp()
{
    std::atomic<int> changes = 0;
    FolderWatch watch([&] { ++changes; });
    const auto lookAndWatch = [&] {
        const Catalog catalog = look();
        watch.watch(catalog.folders);
        return catalog.entries.size();
    };
    QCOMPARE(lookAndWatch(), std::size_t{0});
    QVERIFY(gguf(m_models / "x.gguf"));
    QTRY_COMPARE(changes.load(), 1);
    QCOMPARE(lookAndWatch(), std::size_t{1});
    // LM Studio's folder was not there yet.
    const fs::path studio = m_models.parent_path() / ".lmstudio" / "models" / "someone" / "Tiny";
    fs::create_directories(studio);
    QTRY_COMPARE(changes.load(), 2);
    QCOMPARE(lookAndWatch(), std::size_t{1});
    QVERIFY(gguf(studio / "y.gguf"));
    QTRY_COMPARE(changes.load(), 3);
    QCOMPARE(lookAndWatch(), std::size_t{2});
}

QTEST_GUILESS_MAIN(TestCatalogCache)
#include "tst_catalogcache.moc"
