// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models found on this machine: places, order, links that loop, entries that cannot be used.

#include "core/model/catalog.h"
#include "core/model/model.h"
#include "tests/model/checkpointfiles.h"

#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestCatalog : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void findsCacheFolder_data();
    void findsCacheFolder();
    void listsEverythingOnce();
    void tellsWhyNot();
    void capitalsInExtensionsAreFound();
    void looksThreeLevelsDeep();
    void survivesLoopsAndLockedFolders();
    void listsRepos();
    void endsAloudAtItsLimit();
    void namesAdapters_data();
    void namesAdapters();
    void tellsOfLockedPlaces();
    void refusesUnfinishedFiles_data();
    void refusesUnfinishedFiles();
    void tellsOfUnfinishedWeights_data();
    void tellsOfUnfinishedWeights();
    void tellsWhatIsCutInRepos_data();
    void tellsWhatIsCutInRepos();
    void missingPartsAreNotCut();
    void tellsWhereItLooked();

private:
    static const CatalogEntry *find(const Catalog &catalog, const char *name)
    {
        const auto found = std::ranges::find(catalog.entries, name, &CatalogEntry::name);
        return found == catalog.entries.end() ? nullptr : &*found;
    }
    bool checkpoint(const fs::path &folder) const
    {
        return fs::create_directories(folder) && TestCheckpoint().write(folder);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_home, m_models;
};

void TestCatalog::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_home = fs::canonical(m_folder->path().toStdString());
    m_models = m_home / "Models";
    QVERIFY(fs::create_directory(m_models));
    qputenv("HOME", QByteArray::fromStdString(m_home.string()));
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"})
        qunsetenv(variable);
    qputenv("OLLAMA_MODELS", QByteArray::fromStdString((m_home / "no-ollama").string())); // not that of a service here
}

void TestCatalog::cleanup()
{
    std::error_code error;
    for (const auto &entry :
         fs::recursive_directory_iterator(m_home, fs::directory_options::skip_permission_denied, error))
        fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add, error);
}

void TestCatalog::findsCacheFolder_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("folder");
    QTest::newRow("home") << QByteArray("HOME") << QByteArray("/h") << "/h/.cache/huggingface/hub";
    QTest::newRow("cache home") << QByteArray("XDG_CACHE_HOME") << QByteArray("/c") << "/c/huggingface/hub";
    QTest::newRow("HF_HOME") << QByteArray("HF_HOME") << QByteArray("/f") << "/f/hub";
    QTest::newRow("older name") << QByteArray("HUGGINGFACE_HUB_CACHE") << QByteArray("/o") << "/o";
    QTest::newRow("HF_HUB_CACHE") << QByteArray("HF_HUB_CACHE") << QByteArray("/n") << "/n";
}

void TestCatalog::findsCacheFolder()
{
    QFETCH(QByteArray, variable);
    QFETCH(QByteArray, value);
    qputenv(variable.constData(), value);
    QTEST(QString::fromStdString(huggingFaceCacheFolder().string()), "folder");
}

void TestCatalog::listsEverythingOnce()
{
    QVERIFY(checkpoint(m_models / "b-checkpoint"));
    QVERIFY(writeGguf(m_models / "c.gguf", smallMetadata(), smallTensors()));
    fs::create_directory(m_models / "a");
    QVERIFY(writeGguf(m_models / "a" / "d-Q4_K_M.gguf", smallMetadata(), smallTensors()));
    fs::create_symlink(m_models / "c.gguf", m_models / "link.gguf");
    fs::create_directory_symlink(m_models / "b-checkpoint", m_models / "z-link");
    const Catalog catalog = findModels({m_models, m_models / "a", m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    QCOMPARE(catalog.entries[0].name, std::string("c"));
    QCOMPARE(catalog.entries[1].name, std::string("d-Q4_K_M"));
    QCOMPARE(catalog.entries[2].name, std::string("b-checkpoint"));
    for (const CatalogEntry &entry : catalog.entries) {
        QVERIFY2(entry.usable, entry.detail.c_str());
        QCOMPARE(entry.group, std::string("~/Models"));
        QVERIFY(entry.sizeBytes > 0);
        QVERIFY(openModel(entry.path));
    }
    QCOMPARE(catalog.entries[0].detail, std::string("8.8 K \u00B7 F16"));
    QCOMPARE(catalog.entries[2].detail, std::string("14 K \u00B7 BF16"));
}

void TestCatalog::tellsWhyNot()
{
    fs::create_directory(m_models / "pickled");
    QVERIFY(writeText(m_models / "pickled" / "config.json", R"({"architectures": ["LlamaForCausalLM"]})"));
    QVERIFY(writeText(m_models / "pickled" / "pytorch_model.bin", "x"));
    fs::create_directory(m_models / "empty");
    QVERIFY(writeText(m_models / "empty" / "config.json", R"({"architectures": ["LlamaForCausalLM"]})"));
    fs::create_directory(m_models / "program");
    QVERIFY(writeText(m_models / "program" / "config.json", R"({"theme": "dark"})"));
    QVERIFY(writeText(m_models / "broken.gguf", "GGUF"));
    QVERIFY(writeText(m_models / "lone.safetensors", "x"));
    QVERIFY(checkpoint(m_models / "no-tokenizer"));
    fs::remove(m_models / "no-tokenizer" / "tokenizer.json");
    const Catalog catalog = findModels({m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{5});
    for (const CatalogEntry &entry : catalog.entries) {
        QVERIFY(!entry.usable);
        QVERIFY2(!entry.detail.empty() && entry.detail.ends_with('.') && entry.detail[0] != '/', entry.detail.c_str());
    }
    QCOMPARE(find(catalog, "pickled")->detail, std::string("Pickled weights, not opened: they can run code."));
    QCOMPARE(find(catalog, "empty")->detail, std::string("No weights in this folder."));
    QVERIFY(find(catalog, "broken") && find(catalog, "lone") && !find(catalog, "program"));
    QVERIFY(find(catalog, "no-tokenizer")->detail.starts_with("The folder has no tokenizer"));
}

void TestCatalog::capitalsInExtensionsAreFound()
{
    QVERIFY(writeGguf(m_models / "LOUD.GGUF", smallMetadata(), smallTensors()));
    const Catalog catalog = findModels({m_models});
    const auto found = std::ranges::find_if(
        catalog.entries, [](const CatalogEntry &entry) { return entry.path.filename() == "LOUD.GGUF"; });
    QVERIFY(found != catalog.entries.end() && found->usable);
    QVERIFY(openModel(m_models).has_value());
}

void TestCatalog::looksThreeLevelsDeep()
{
    fs::path folder = m_models;
    for (const char *name : {"1", "2", "3", "4"}) {
        folder /= name;
        fs::create_directory(folder);
        QVERIFY(writeGguf(folder / (std::string("level") + name + ".gguf"), smallMetadata(), smallTensors()));
    }
    fs::create_directory(m_models / ".hidden");
    QVERIFY(writeGguf(m_models / ".hidden" / "hidden.gguf", smallMetadata(), smallTensors()));
    QVERIFY(checkpoint(m_models / "unfinished.part")); // an output that is being written
    const Catalog catalog = findModels({m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    QVERIFY(find(catalog, "level3") && !find(catalog, "level4") && !find(catalog, "hidden"));
}

void TestCatalog::survivesLoopsAndLockedFolders()
{
    fs::create_directory(m_models / "a");
    fs::create_directory_symlink(m_models, m_models / "a" / "up");
    fs::create_directory_symlink(m_models / "a", m_models / "again");
    fs::create_symlink(m_models / "nowhere", m_models / "dangling.gguf");
    fs::create_symlink(m_models / "self.gguf", m_models / "self.gguf");
    fs::create_directory(m_models / "dir.gguf");
    QVERIFY(writeGguf(m_models / "x.gguf", smallMetadata(), smallTensors()));
    fs::create_directory(m_models / "locked");
    QVERIFY(writeGguf(m_models / "locked" / "y.gguf", smallMetadata(), smallTensors()));
    fs::permissions(m_models / "locked", fs::perms::none);
    const Catalog catalog = findModels({m_models, m_home / "gone"});
    QVERIFY(find(catalog, "x"));
    QVERIFY(catalog.entries.size() <= 2); // the superuser may look into locked folders
}

void TestCatalog::listsRepos()
{
    const fs::path hub = m_home / ".cache" / "huggingface" / "hub";
    QVERIFY(checkpoint(hub / "models--Some--Tiny-Model" / "snapshots" / "abc"));
    const fs::path quants = hub / "models--Some--Tiny-GGUF" / "snapshots" / "def";
    fs::create_directories(quants);
    QVERIFY(writeGguf(quants / "Tiny-Q8_0.gguf", smallMetadata(), smallTensors()));
    fs::create_directories(hub / "models--Some--Nothing" / "snapshots");
    fs::create_directories(hub / "datasets--Some--Text" / "snapshots" / "abc");
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{2});
    QCOMPARE(catalog.entries[0].name, std::string("Tiny-Q8_0"));
    QCOMPARE(catalog.entries[1].name, std::string("Tiny-Model"));
    for (const CatalogEntry &entry : catalog.entries) {
        QVERIFY2(entry.usable, entry.detail.c_str());
        QCOMPARE(entry.group, std::string("Hugging Face cache"));
    }
    QCOMPARE(openModel(catalog.entries[1].path)->name, std::string("Tiny-Model"));
}

void TestCatalog::endsAloudAtItsLimit()
{
    for (int i = 0; i < 1010; ++i)
        QVERIFY(writeText(m_models / ("broken" + std::to_string(i) + ".gguf"), "GGUF"));
    for (const char *name : {"y.gguf", "z.gguf"})
        QVERIFY(writeGguf(m_models / name, smallMetadata(), smallTensors()));
    const Catalog catalog = findModels({m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{1001});
    QVERIFY(find(catalog, "y") && find(catalog, "y")->usable && find(catalog, "z") && find(catalog, "z")->usable);
    QCOMPARE(catalog.places.back().modelCount, 1012);
    const CatalogEntry &last = catalog.entries.back();
    QCOMPARE(last.name, std::string("and more"));
    QCOMPARE(last.detail, std::string("The list ends here at 1000 models; name a smaller folder."));
    QCOMPARE(last.group, std::string("~/Models"));
    QCOMPARE(last.path, m_models);
    QVERIFY(!last.usable && !last.partial);

    for (int i = 10; i < 1010; ++i)
        fs::remove(m_models / ("broken" + std::to_string(i) + ".gguf"));
    QVERIFY(!find(findModels({m_models}), "and more"));
}

void TestCatalog::namesAdapters_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("base");
    QTest::newRow("folder") << "Models/tuned"
                            << R"({"base_model_name_or_path": "Qwen/Qwen3-8B"})"
                            << " for Qwen/Qwen3-8B";
    QTest::newRow("snapshot") << ".cache/huggingface/hub/models--me--tuned/snapshots/abc"
                              << R"({"base_model_name_or_path": "Qwen/Qwen3-8B"})"
                              << " for Qwen/Qwen3-8B";
    QTest::newRow("nameless base") << "Models/tuned"
                                   << "{}"
                                   << "";
    QTest::newRow("damaged") << "Models/tuned"
                             << "{"
                             << "";
}

void TestCatalog::namesAdapters()
{
    QFETCH(QString, folder);
    QFETCH(QString, config);
    QFETCH(QString, base);
    const fs::path path = m_home / folder.toStdString();
    fs::create_directories(path);
    QVERIFY(writeText(path / "adapter_config.json", config.toStdString()));
    QVERIFY(writeText(path / "adapter_model.safetensors", "x"));
    const Catalog catalog = findModels({m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    const CatalogEntry &entry = catalog.entries[0];
    QCOMPARE(entry.name, std::string("tuned"));
    QVERIFY(!entry.usable && !entry.partial);
    QCOMPARE(QString::fromStdString(entry.detail),
             "The folder holds an adapter (LoRA)" + base +
                 ", not a whole model; merge it into the model it was made for and open the merged folder.");
}

void TestCatalog::tellsOfLockedPlaces()
{
    QVERIFY(writeGguf(m_models / "x.gguf", smallMetadata(), smallTensors()));
    const fs::path locked = m_models / "locked", inside = locked / "inside";
    fs::create_directories(inside);
    for (const fs::path &folder : {m_home, m_models})
        fs::permissions(folder, fs::perms(0755));
    fs::permissions(locked, fs::perms::none);
    // Nothing is locked for the superuser.
    const bool isRoot = ::geteuid() == 0;
    QVERIFY(!isRoot || ::seteuid(65534) == 0);
    const Catalog catalog = findModels({locked, inside, m_models, m_models / "x.gguf"});
    QVERIFY(!isRoot || ::seteuid(0) == 0);
    QCOMPARE(catalog.places.size(), std::size_t{7});
    const std::string denied = "cannot be read: Permission denied";
    QCOMPARE(catalog.places[2].problem, std::string()); // no such folder
    QCOMPARE(catalog.places[3].problem, denied);
    QVERIFY(catalog.places[3].exists);
    QCOMPARE(catalog.places[4].problem, denied);
    QCOMPARE(catalog.places[4].path, inside);
    QCOMPARE(catalog.places[5].modelCount, 1);
    QCOMPARE(catalog.places[6].problem, std::string("cannot be read: Not a directory"));
}

void TestCatalog::refusesUnfinishedFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("opens");
    QTest::newRow("Ollama") << "sha256-" + QString(64, 'a') + "-partial" << false;
    QTest::newRow("part") << "x.gguf.part" << false;
    QTest::newRow("incomplete") << "x.incomplete" << false;
    QTest::newRow("a whole blob") << "sha256-" + QString(64, 'a') << true;
    QTest::newRow("a name like it") << "partial.gguf" << true;
}

void TestCatalog::refusesUnfinishedFiles()
{
    QFETCH(QString, name);
    QFETCH(bool, opens);
    const fs::path file = m_models / name.toStdString();
    QVERIFY(writeGguf(file, smallMetadata(), smallTensors()));
    const auto model = openModel(file);
    QCOMPARE(model.has_value(), opens);
    QVERIFY2(opens || mentions(model.error().message, "is a download that has not ended"), why(model));
}

void TestCatalog::tellsOfUnfinishedWeights_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"model.safetensors.part", "model.safetensors.incomplete"})
        QTest::newRow(name) << name;
}

void TestCatalog::tellsOfUnfinishedWeights()
{
    QFETCH(QString, name);
    QVERIFY(checkpoint(m_models / "tiny"));
    fs::remove(m_models / "tiny" / "model.safetensors");
    QVERIFY(writeText(m_models / "tiny" / name.toStdString(), std::string(2048, 'x')));
    const Catalog catalog = findModels({m_models});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QVERIFY(catalog.entries[0].partial && !catalog.entries[0].usable);
    QCOMPARE(QString::fromStdString(catalog.entries[0].detail),
             "Not fully downloaded, " + name + " has 2.00 KiB so far: download the model again into the same folder.");
}

void TestCatalog::tellsWhatIsCutInRepos_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("size");
    for (const char *file : {"Tiny.gguf", "model.safetensors"})
        for (const int size : {0, 4, 100, -1}) // -1: one byte less than whole
            QTest::addRow("%s, %d bytes", file, size) << file << size;
}

void TestCatalog::tellsWhatIsCutInRepos()
{
    QFETCH(QString, file);
    QFETCH(int, size);
    const std::string name = file.toStdString();
    const fs::path folder = m_home / ".cache" / "huggingface" / "hub" / "models--some--Tiny";
    const fs::path snapshot = folder / "snapshots" / "abc";
    QVERIFY(fs::create_directories(snapshot) && fs::create_directories(folder / "blobs"));
    QVERIFY(name == "Tiny.gguf" ? writeGguf(snapshot / name, smallMetadata(), smallTensors())
                                : TestCheckpoint().write(snapshot));
    fs::rename(snapshot / name, folder / "blobs" / name);
    fs::create_symlink("../../blobs/" + name, snapshot / name);
    const fs::path blob = folder / "blobs" / name;
    fs::resize_file(blob, size < 0 ? fs::file_size(blob) - 1 : static_cast<std::uintmax_t>(size));
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QVERIFY(!catalog.entries[0].usable);
    QCOMPARE(QString::fromStdString(catalog.entries[0].detail),
             "Not fully downloaded, " + file +
                 " is cut short or damaged: run \"hf download some/Tiny --force-download\" to fetch it again.");
    QVERIFY(catalog.entries[0].partial);
}

void TestCatalog::missingPartsAreNotCut()
{
    const fs::path snapshot = m_home / ".cache" / "huggingface" / "hub" / "models--some--Tiny" / "snapshots" / "abc";
    QVERIFY(fs::create_directories(snapshot));
    GgufMetadata metadata = smallMetadata();
    metadata.append("split.no", GgufValue::u16(0));
    metadata.append("split.count", GgufValue::u16(2));
    metadata.append("split.tensors.count", GgufValue::i32(3));
    QVERIFY(writeGguf(snapshot / "Tiny-00001-of-00002.gguf", metadata, smallTensors()));
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QVERIFY(!catalog.entries[0].usable && !catalog.entries[0].partial);
    const std::string &detail = catalog.entries[0].detail;
    QVERIFY2(mentions(detail, "Part 2 of 2 of the split model is missing"), detail.c_str());
    QVERIFY2(!mentions(detail, "cut short"), detail.c_str());
}

void TestCatalog::tellsWhereItLooked()
{
    QVERIFY(writeGguf(m_models / "x.gguf", smallMetadata(), smallTensors()));
    const Catalog catalog = findModels({m_models, m_home / "gone", m_home});
    QCOMPARE(catalog.places.size(), std::size_t{6});
    const char *const names[] = {"Hugging Face cache", "LM Studio", "Ollama", "~/Models", "~/gone"};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        QCOMPARE(catalog.places[i].name, std::string(names[i]));
        QCOMPARE(catalog.places[i].exists, i == 3);
        QCOMPARE(catalog.places[i].modelCount, i == 3 ? 1 : 0);
    }
    QCOMPARE(catalog.places[1].path, m_home / ".lmstudio" / "models");
    QCOMPARE(catalog.places[2].path, m_home / "no-ollama");
    QVERIFY(catalog.places[5].exists);
    QCOMPARE(catalog.places[5].modelCount, 0); // listed before
}

QTEST_APPLESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
