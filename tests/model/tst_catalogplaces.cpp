// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What other programs keep: LM Studio's and Ollama's folders, downloads that have not ended, and what hostile files in
// these places can do.

#include "core/model/catalog.h"
#include "tests/model/checkpointfiles.h"

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestCatalogPlaces : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void findsLmStudio();
    void followsLmStudioElsewhere_data();
    void followsLmStudioElsewhere();
    void namesDownloadsOfLmStudio();
    void findsOllama();
    void findsOllamaWhereItIs();
    void tellsWhatOllamaLacks_data();
    void tellsWhatOllamaLacks();
    void survivesHostileOllamaFolders();
    void opensBlobsUnderTheirName();
    void followsLinksOfRepos();
    void tellsWhatRepoLacks_data();
    void tellsWhatRepoLacks();
    void leftoversOfDownloadsDoNotMatter();
    void tellsWhatFolderLacks();
    void indexesThatLieAreDamaged_data();
    void indexesThatLieAreDamaged();
    void adviceIsSafeToType();
    void knowsWhatOthersKeep();

private:
    static const CatalogEntry *find(const Catalog &catalog, const std::string &name)
    {
        const auto found = std::ranges::find(catalog.entries, name, &CatalogEntry::name);
        return found == catalog.entries.end() ? nullptr : &*found;
    }
    static bool gguf(const fs::path &path)
    {
        fs::create_directories(path.parent_path());
        return writeGguf(path, smallMetadata(), smallTensors());
    }
    static bool text(const fs::path &path, const std::string &content)
    {
        fs::create_directories(path.parent_path());
        return writeText(path, content);
    }
    // A manifest as Ollama writes it, for a blob of the given checksum.
    static Json manifest(const std::string &digest, const Json &size)
    {
        return {{"schemaVersion", 2},
                {"mediaType", "application/vnd.docker.distribution.manifest.v2+json"},
                {"config", {{"mediaType", "application/vnd.docker.container.image.v1+json"}}},
                {"layers",
                 {{{"mediaType", "application/vnd.ollama.image.model"}, {"digest", digest}, {"size", size}},
                  {{"mediaType", "application/vnd.ollama.image.template"}, {"digest", kOther}, {"size", 3}}}}};
    }
    fs::path blob(const std::string &digest) const { return m_ollama / "blobs" / ("sha256-" + digest.substr(7)); }
    fs::path tag(const std::string &name) const { return m_ollama / "manifests" / "registry.ollama.ai" / name; }
    bool pulled(const std::string &name, const std::string &digest) const
    {
        return gguf(blob(digest)) && text(tag(name), manifest(digest, fs::file_size(blob(digest))).dump());
    }
    // A repo of the cache with a file in blobs and a link to it for each name.
    bool repo(const std::string &name, const std::vector<std::string> &files) const
    {
        const fs::path folder = m_hub / name, snapshot = folder / "snapshots" / "abc";
        fs::create_directories(snapshot);
        for (const std::string &file : files) {
            if (!gguf(folder / "blobs" / file))
                return false;
            fs::create_symlink("../../blobs/" + file, snapshot / file);
        }
        return text(folder / "refs" / "main", "abc");
    }

    inline static const std::string kDigest = "sha256:" + std::string(64, 'a');
    inline static const std::string kOther = "sha256:" + std::string(64, 'b');

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_home, m_ollama, m_hub;
};

void TestCatalogPlaces::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_home = fs::canonical(m_folder->path().toStdString());
    m_ollama = m_home / ".ollama" / "models";
    m_hub = m_home / "hf" / "hub";
    qputenv("HOME", QByteArray::fromStdString(m_home.string()));
    qputenv("HF_HOME", QByteArray::fromStdString((m_home / "hf").string()));
    qputenv("OLLAMA_MODELS", QByteArray::fromStdString(m_ollama.string()));
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "XDG_CACHE_HOME"})
        qunsetenv(variable);
}

void TestCatalogPlaces::findsLmStudio()
{
    QVERIFY(gguf(m_home / ".lmstudio" / "models" / "bartowski" / "Tiny-GGUF" / "Tiny-Q4_K_M.gguf"));
    QVERIFY(gguf(m_home / ".cache" / "lm-studio" / "models" / "TheBloke" / "Old-GGUF" / "Old-Q8_0.gguf"));
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{2});
    for (const char *name : {"Tiny-Q4_K_M", "Old-Q8_0"}) {
        QVERIFY(find(catalog, name) && find(catalog, name)->usable);
        QCOMPARE(find(catalog, name)->group, std::string("LM Studio"));
    }
    QCOMPARE(catalog.places[1].name, std::string("LM Studio"));
    QCOMPARE(catalog.places[1].modelCount, 2);
    QVERIFY(catalog.places[1].exists);
}

void TestCatalogPlaces::followsLmStudioElsewhere_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<int>("count");
    QTest::newRow("pointer") << "HOME/studio\n"
                             << "" << 1;
    QTest::newRow("settings") << ""
                              << R"({"downloadsFolder": "HOME/studio/models"})" << 1;
    QTest::newRow("both, once") << "HOME/studio"
                                << R"({"downloadsFolder": "HOME/studio/models/"})" << 1;
    QTest::newRow("relative pointer") << "studio"
                                      << "" << 0;
    QTest::newRow("empty pointer") << "\n\n"
                                   << "" << 0;
    QTest::newRow("settings of another kind") << ""
                                              << R"({"downloadsFolder": ["HOME/studio/models"]})" << 0;
    QTest::newRow("damaged settings") << ""
                                      << R"({"downloadsFolder": )" << 0;
    QTest::newRow("endless settings") << "" << QString(2 << 20, '[') << 0;
    QTest::newRow("endless pointer") << QString(1 << 20, '/') << "" << 0;
}

void TestCatalogPlaces::followsLmStudioElsewhere()
{
    QFETCH(QString, pointer);
    QFETCH(QString, settings);
    QFETCH(int, count);
    const QString home = QString::fromStdString(m_home.string());
    QVERIFY(gguf(m_home / "studio" / "models" / "someone" / "Tiny" / "Tiny.gguf"));
    if (!pointer.isEmpty())
        QVERIFY(text(m_home / ".lmstudio-home-pointer", pointer.replace("HOME", home).toStdString()));
    if (!settings.isEmpty())
        QVERIFY(text(m_home / ".lmstudio" / "settings.json", settings.replace("HOME", home).toStdString()));
    QCOMPARE(findModels({}).entries.size(), static_cast<std::size_t>(count));
}

void TestCatalogPlaces::namesDownloadsOfLmStudio()
{
    const fs::path folder = m_home / ".lmstudio" / "models" / "someone" / "Tiny-GGUF";
    QVERIFY(text(folder / "downloading_Tiny-Q4_K_M.gguf.part", std::string(2048, 'x')));
    QVERIFY(text(m_home / "Mine" / "out.gguf.part", "x")); // a file that Snug is writing
    const Catalog catalog = findModels({m_home / "Mine"});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    const CatalogEntry &entry = catalog.entries[0];
    QCOMPARE(entry.name, std::string("Tiny-Q4_K_M"));
    QVERIFY(!entry.usable && entry.partial);
    QCOMPARE(entry.detail, std::string("Not fully downloaded, 2.00 KiB so far: finish it in LM Studio."));
}

void TestCatalogPlaces::findsOllama()
{
    QVERIFY(pulled("library/llama3.2/3b", kDigest));
    QVERIFY(pulled("library/llama3.2/latest", kDigest)); // the same weights again, one model of two names
    QVERIFY(pulled("someone/mine/v1", kOther));
    const std::string third = "sha256:" + std::string(64, 'c');
    QVERIFY(gguf(m_ollama / "blobs" / ("sha256:" + third.substr(7)))); // as older versions wrote it
    Json layered = manifest(third, fs::file_size(m_ollama / "blobs" / third));
    layered["layers"].push_back({{"mediaType", "application/vnd.ollama.image.adapter"}, {"digest", kOther}});
    layered["layers"].push_back({{"mediaType", "application/vnd.ollama.image.projector"}, {"digest", kOther}});
    layered["layers"].push_back({{"mediaType", "application/vnd.ollama.image.adapter"}, {"digest", kDigest}});
    QVERIFY(text(m_ollama / "manifests" / "hf.co" / "bartowski" / "Tiny-GGUF" / "Q4_K_M", layered.dump()));
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    for (const char *name : {"llama3.2:3b, llama3.2:latest", "someone/mine:v1", "hf.co/bartowski/Tiny-GGUF:Q4_K_M"}) {
        QVERIFY2(find(catalog, name) && find(catalog, name)->usable, name);
        QCOMPARE(find(catalog, name)->group, std::string("Ollama"));
    }
    QCOMPARE(find(catalog, "llama3.2:3b, llama3.2:latest")->path, blob(kDigest));
    QCOMPARE(find(catalog, "llama3.2:3b, llama3.2:latest")->detail, std::string("8.8 K \u00B7 F16"));
    QCOMPARE(find(catalog, "hf.co/bartowski/Tiny-GGUF:Q4_K_M")->detail,
             std::string("8.8 K \u00B7 F16 \u00B7 adapter left out \u00B7 vision part left out"));
    // The same weights without the adapter are another model.
    QVERIFY(text(tag("library/plain/latest"), manifest(third, nullptr).dump()));
    const Catalog again = findModels({});
    QCOMPARE(again.entries.size(), std::size_t{4});
    QCOMPARE(find(again, "plain:latest")->detail, std::string("8.8 K \u00B7 F16"));
}

void TestCatalogPlaces::findsOllamaWhereItIs()
{
    QVERIFY(pulled("library/tiny/latest", kDigest));
    qunsetenv("OLLAMA_MODELS");
    const Catalog home = findModels({});
    QVERIFY(find(home, "tiny:latest"));
    QCOMPARE(home.places[2].path, m_ollama);
    // A person's own folder laid out that way is read the same.
    const fs::path moved = m_home / "disk" / "ollama";
    fs::create_directory(m_home / "disk");
    fs::rename(m_ollama, moved);
    const Catalog added = findModels({m_home / "disk"});
    const CatalogEntry *entry = find(added, "tiny:latest");
    QVERIFY(entry);
    QCOMPARE(entry->group, std::string("~/disk"));
}

void TestCatalogPlaces::tellsWhatOllamaLacks_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("partial");
    QTest::addColumn<QString>("says");
    QTest::newRow("no blob") << "gone" << true
                             << "are missing (blobs/sha256-aaaaaaaaaaaa...): run \"ollama pull tiny:1b\"";
    QTest::newRow("begun") << "begun" << true << "are only begun";
    QTest::newRow("short") << "short" << true << "Not fully downloaded, the weights have ";
    QTest::newRow("folder for a blob") << "folder" << true << "are missing";
    QTest::newRow("no JSON") << "text:hello" << false << "";
    QTest::newRow("empty") << "text:" << false << "";
    QTest::newRow("a list") << "text:[]" << false << "";
    QTest::newRow("no layers") << "text:{}" << false << "There is no list of layers";
    QTest::newRow("layers of another kind") << R"(text:{"layers": "x"})" << false << "There is no list of layers";
    QTest::newRow("odd layers") << R"(text:{"layers": [1, null, "x", [], {}]})" << false << "names no GGUF file";
    QTest::newRow("safetensors inside") << R"(text:{"layers": [{"mediaType": "application/vnd.ollama.image.tensor"}]})"
                                        << false << "names no GGUF file";
    QTest::newRow("another path") << "digest:sha256:../../../../etc/passwd" << false << "expected sha256:";
    QTest::newRow("capitals") << "digest:sha256:" + QString(64, 'A') << false << "expected sha256:";
    QTest::newRow("short digest") << "digest:sha256:aa" << false << "expected sha256:";
    QTest::newRow("other checksum") << "digest:md5:" + QString(64, 'a') << false << "expected sha256:";
    QTest::newRow("negative size") << "size:-5" << false << "";
    QTest::newRow("huge size") << "size:18446744073709551615" << true << "Not fully downloaded";
    QTest::newRow("two models") << "twice" << false << "several files of weights";
    QTest::newRow("many layers") << "many" << false << "expected at most 256";
    QTest::newRow("large") << "text:" + QString(2 << 20, ' ') << false << "expected at most";
    QTest::newRow("deep") << "text:" + QString(900'000, '[') << false << "";
    QTest::newRow("not a GGUF") << "other" << false << "";
}

void TestCatalogPlaces::tellsWhatOllamaLacks()
{
    QFETCH(QString, what);
    QFETCH(bool, partial);
    QFETCH(QString, says);
    QVERIFY(pulled("library/tiny/1b", kDigest));
    Json json = manifest(kDigest, fs::file_size(blob(kDigest)));
    std::string content;
    if (what == "gone" || what == "begun" || what == "folder")
        fs::remove(blob(kDigest));
    if (what == "begun")
        QVERIFY(writeText(blob(kDigest) += "-partial", "x"));
    else if (what == "folder")
        fs::create_directory(blob(kDigest));
    else if (what == "short")
        fs::resize_file(blob(kDigest), 100);
    else if (what == "other")
        QVERIFY(writeText(blob(kDigest), std::string(fs::file_size(blob(kDigest)), 'x')));
    else if (what.startsWith("text:"))
        content = what.mid(5).toStdString();
    else if (what.startsWith("digest:"))
        json["layers"][0]["digest"] = what.mid(7).toStdString();
    else if (what.startsWith("size:"))
        json["layers"][0]["size"] = Json::parse(what.mid(5).toStdString());
    else if (what == "twice")
        json["layers"].push_back(json["layers"][0]);
    for (int i = 0; what == "many" && i < 300; ++i)
        json["layers"].push_back(Json::object());
    QVERIFY(text(tag("library/tiny/1b"), what.startsWith("text:") ? content : json.dump()));
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    const CatalogEntry &entry = catalog.entries[0];
    QCOMPARE(entry.name, std::string("tiny:1b"));
    if (what == "size:-5") { // says nothing
        QVERIFY(entry.usable);
        return;
    }
    QVERIFY(!entry.usable);
    QCOMPARE(entry.partial, partial);
    QVERIFY2(mentions(entry.detail, says.toStdString()) && entry.detail.ends_with('.') && entry.detail[0] != '/',
             entry.detail.c_str());
}

void TestCatalogPlaces::survivesHostileOllamaFolders()
{
    QVERIFY(pulled("library/tiny/1b", kDigest));
    const fs::path manifests = m_ollama / "manifests";
    for (const char *name : {"a", "b", "c", "d", "e"}) { // a tree without end for whoever follows links
        fs::create_directory_symlink(manifests, manifests / name);
        fs::create_directory_symlink("..", manifests / "registry.ollama.ai" / name);
    }
    const std::string good = manifest(kDigest, 1).dump();
    QVERIFY(text(tag("library/tiny/$(reboot)"), good) && text(tag("library/ti ny/1b"), good) &&
            text(tag("library/tiny/-rf"), good) && text(tag("library/.tiny/1b"), good));
    fs::create_symlink("self", tag("library/tiny/self"));
    QCOMPARE(::mkfifo(tag("library/tiny/pipe").c_str(), 0600), 0);
    fs::create_directories(tag("library/tiny/folder"));
    fs::create_symlink("/etc/passwd", m_ollama / "blobs" / ("sha256-" + kOther.substr(7)));
    QVERIFY(text(tag("library/passwd/latest"), manifest(kOther, nullptr).dump()));
    const Catalog catalog = findModels({m_ollama, m_home});
    QCOMPARE(catalog.entries.size(), std::size_t{2});
    QVERIFY(find(catalog, "tiny:1b")->usable);
    const CatalogEntry *passwd = find(catalog, "passwd:latest");
    QVERIFY2(!passwd->usable && !mentions(passwd->detail, "root:"), passwd->detail.c_str());
}

void TestCatalogPlaces::opensBlobsUnderTheirName()
{
    GgufMetadata nameless;
    const GgufMetadata named = smallMetadata();
    for (const auto &[key, value] : named.entries())
        if (key != "general.name")
            nameless.append(key, value);
    fs::create_directories(m_ollama / "blobs");
    QVERIFY(writeGguf(blob(kDigest), nameless, smallTensors()));
    QVERIFY(text(tag("library/tiny/1b"), manifest(kDigest, fs::file_size(blob(kDigest))).dump()));
    const auto model = openModel(blob(kDigest));
    QVERIFY2(model.has_value(), why(model));
    QCOMPARE(model->name, std::string("tiny-1b"));
}

void TestCatalogPlaces::followsLinksOfRepos()
{
    QVERIFY(repo("models--some--Tiny-GGUF", {"Tiny-Q8_0.gguf", "Tiny-Q4_0.gguf"}));
    fs::create_directories(m_hub / "models--some--Tiny" / "blobs");
    QVERIFY(TestCheckpoint().write(m_hub / "models--some--Tiny" / "blobs"));
    const fs::path snapshot = m_hub / "models--some--Tiny" / "snapshots" / "abc";
    fs::create_directories(snapshot);
    for (const char *name : {"config.json", "tokenizer.json", "model.safetensors"})
        fs::create_symlink(fs::path("../../blobs") / name, snapshot / name);
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    for (const CatalogEntry &entry : catalog.entries) {
        QVERIFY2(entry.usable, entry.detail.c_str());
        QCOMPARE(entry.group, std::string("Hugging Face cache"));
    }
}

void TestCatalogPlaces::tellsWhatRepoLacks_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    const QString finish = ": run \"hf download some/Tiny\" to finish it.";
    QTest::newRow("begun weights") << "begun"
                                   << "Not fully downloaded, one file is begun with 2.00 KiB so far" + finish;
    QTest::newRow("nothing but begun files") << "only begun"
                                             << "Not fully downloaded, 2 files are begun with 2.50 KiB so far" + finish;
    QTest::newRow("dangling weights") << "dangling weights"
                                      << "Not fully downloaded, model.safetensors is missing" + finish;
    QTest::newRow("dangling config") << "dangling config"
                                     << "Not fully downloaded, config.json is missing" + finish;
    QTest::newRow("link to itself") << "loop"
                                    << "Not fully downloaded, model.safetensors is missing" + finish;
    QTest::newRow("a shard of the index")
        << "shard"
        << "Not fully downloaded, model-00002-of-00002.safetensors is missing" + finish;
    QTest::newRow("shards by their names")
        << "names"
        << "Not fully downloaded, model-00001-of-00004.safetensors and 2 more files are missing" + finish;
    QTest::newRow("dangling GGUF") << "gguf"
                                   << "Not fully downloaded, its link leads to no file" + finish;
}

void TestCatalogPlaces::tellsWhatRepoLacks()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    const fs::path folder = m_hub / "models--some--Tiny", snapshot = folder / "snapshots" / "abc";
    fs::create_directories(folder / "blobs");
    if (what != "only begun") {
        fs::create_directories(snapshot);
        QVERIFY(what == "gguf" || TestCheckpoint().write(snapshot));
    }
    const fs::path weights = snapshot / "model.safetensors", second = snapshot / "model-00002-of-00002.safetensors";
    if (what == "begun" || what == "only begun") {
        fs::remove(weights);
        QVERIFY(writeText(folder / "blobs" / "0123.incomplete", std::string(2048, 'x')));
    }
    if (what == "only begun") {
        QVERIFY(writeText(folder / "blobs" / "4567.incomplete", std::string(512, 'x')));
    } else if (what == "dangling weights") {
        fs::remove(weights);
        fs::create_symlink("../../blobs/0123", weights);
    } else if (what == "dangling config") {
        fs::remove(snapshot / "config.json");
        fs::create_symlink("../../blobs/0123", snapshot / "config.json");
    } else if (what == "loop") {
        fs::remove(weights);
        fs::create_symlink("model.safetensors", weights);
    } else if (what == "shard") {
        fs::rename(weights, snapshot / "model-00001-of-00002.safetensors");
        QVERIFY(writeText(
            snapshot / "model.safetensors.index.json",
            Json{{"weight_map", {{"a", "model-00001-of-00002.safetensors"}, {"b", second.filename().string()}}}}
                .dump()));
    } else if (what == "names") {
        fs::rename(weights, snapshot / "model-00003-of-00004.safetensors");
        fs::create_symlink("../../blobs/1", snapshot / "model-00002-of-00004.safetensors");
    } else if (what == "gguf") {
        fs::create_symlink("../../blobs/0123", snapshot / "Tiny.gguf");
        fs::create_symlink("../../blobs/0124", snapshot / "Part-00002-of-00003.gguf"); // the first part speaks for all
    }
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QCOMPARE(catalog.entries[0].name, std::string("Tiny"));
    QVERIFY(!catalog.entries[0].usable && catalog.entries[0].partial);
    QCOMPARE(QString::fromStdString(catalog.entries[0].detail), reason);
}

void TestCatalogPlaces::leftoversOfDownloadsDoNotMatter()
{
    QVERIFY(repo("models--some--Tiny-GGUF", {"Tiny-Q8_0.gguf"}));
    QVERIFY(writeText(m_hub / "models--some--Tiny-GGUF" / "blobs" / "0123.incomplete", "x"));
    fs::create_directories(m_hub / "models--some--Empty" / "blobs");
    fs::create_directories(m_hub / "models--some--Config" / "snapshots" / "abc");
    QVERIFY(writeText(m_hub / "models--some--Config" / "snapshots" / "abc" / "tokenizer.json", "{}"));
    fs::create_directory_symlink(m_hub / "models--some--Loop", m_hub / "models--some--Loop");
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QVERIFY(catalog.entries[0].usable);
}

void TestCatalogPlaces::tellsWhatFolderLacks()
{
    const fs::path folder = m_home / "Models" / "Tiny";
    fs::create_directories(folder / ".cache" / "huggingface" / "download");
    QVERIFY(TestCheckpoint().write(folder));
    fs::remove(folder / "model.safetensors");
    QVERIFY(writeText(folder / ".cache" / "huggingface" / "download" / "a.b.incomplete", std::string(1024, 'x')));
    // Below a link to nothing there may be models all the same.
    fs::create_symlink("nowhere", m_home / "Models" / "model.safetensors");
    const Catalog catalog = findModels({m_home / "Models"});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QCOMPARE(catalog.entries[0].detail, std::string("Not fully downloaded, one file is begun with 1.00 KiB so far: "
                                                    "download the model again into the same folder."));
}

void TestCatalogPlaces::indexesThatLieAreDamaged_data()
{
    QTest::addColumn<QString>("index");
    for (const char *map : {"[]", "\"model-00009.safetensors\"", "7", "null", "[\"x.safetensors\", \"y.safetensors\"]",
                            "{\"a\": 3}", "{\"a\": \"../../outside.safetensors\"}"})
        QTest::newRow(map) << QString("{\"weight_map\": %1}").arg(map);
    QTest::newRow("no map") << "{}";
    QTest::newRow("no object") << "[1, 2]";
    QTest::newRow("cut short") << "{\"weight_map\": {\"a\": ";
}

void TestCatalogPlaces::indexesThatLieAreDamaged()
{
    QFETCH(QString, index);
    const fs::path folder = m_home / "Models" / "Tiny";
    fs::create_directories(folder);
    QVERIFY(TestCheckpoint().write(folder));
    fs::rename(folder / "model.safetensors", folder / "model-1.safetensors");
    QVERIFY(writeText(folder / "model.safetensors.index.json", index.toStdString()));
    const Catalog catalog = findModels({m_home / "Models"});
    QCOMPARE(catalog.entries.size(), std::size_t{1});
    QVERIFY(!catalog.entries[0].usable && !catalog.entries[0].partial);
    QVERIFY2(catalog.entries[0].detail.ends_with('.') && !mentions(catalog.entries[0].detail, "Not fully"),
             catalog.entries[0].detail.c_str());
}

void TestCatalogPlaces::adviceIsSafeToType()
{
    for (const char *name : {"models--a--$(reboot)", "models---x--y", "models--a b--c"}) {
        fs::create_directories(m_hub / name / "blobs");
        QVERIFY(writeText(m_hub / name / "blobs" / "0.incomplete", "x"));
    }
    const Catalog catalog = findModels({});
    QCOMPARE(catalog.entries.size(), std::size_t{3});
    for (const CatalogEntry &entry : catalog.entries)
        QVERIFY2(entry.detail.ends_with(": download the model again to finish it."), entry.detail.c_str());
}

void TestCatalogPlaces::knowsWhatOthersKeep()
{
    QVERIFY(isKeptByOthers(m_ollama / "blobs" / "sha256-1"));
    QVERIFY(isKeptByOthers(m_hub / "models--a--b" / "snapshots" / "c"));
    QVERIFY(isKeptByOthers(m_home / ".lmstudio" / "models" / "a" / "b" / "c.gguf"));
    QVERIFY(!isKeptByOthers(m_home / ".lmstudio-mine" / "c.gguf"));
    QVERIFY(!isKeptByOthers(m_home / "Models" / "c.gguf"));
    QVERIFY(!isKeptByOthers(m_home / ".ollama" / "models" / ".." / "c.gguf"));
}

QTEST_APPLESS_MAIN(TestCatalogPlaces)
#include "tst_catalogplaces.moc"
