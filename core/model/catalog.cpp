// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/catalog.h"

#include "core/base/sizes.h"
#include "core/model/catalogentry.h"
#include "core/model/checkpoint.h"
#include "core/model/ggufmodel.h"
#include "core/model/ggufparts.h"
#include "core/model/huggingface.h"
#include "core/model/lmstudio.h"
#include "core/model/modelfolder.h"
#include "core/model/modeltext.h"
#include "core/model/ollama.h"
#include "core/model/partialdownload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxDepth = 3;
constexpr std::size_t kMaxFolders = 4000; // visited in one search
constexpr std::size_t kMaxEntries = 1000;
constexpr std::size_t kMaxRead = 8000; // models opened in one search, most of them broken

// With the home folder written as ~.
std::string nameOfFolder(const fs::path &folder)
{
    const char *home = std::getenv("HOME");
    const std::string text = folder.string();
    const std::string prefix = home ? std::string(home) : std::string();
    if (prefix.size() > 1 && text.starts_with(prefix + '/'))
        return printable('~' + text.substr(prefix.size()));
    return printable(text);
}

// Why the folder cannot be listed, as the rest of a sentence about it; empty for one that can, or that is not there.
std::string whyUnreadable(const fs::path &folder)
{
    std::error_code error;
    const fs::directory_iterator listed(folder, error);
    if (!error || error == std::errc::no_such_file_or_directory)
        return {};
    return "cannot be read: " + error.message();
}

// "downloading_Qwen3-8B-Q4_K_M.gguf.part", as LM Studio calls it.
std::string nameOfBegun(const fs::path &file)
{
    constexpr std::string_view kPrefix = "downloading_";
    const std::string name = stemWithoutPart(file.stem());
    return fileNameSafe(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
}

// Looks through places one after the other; remembers what it has seen, so that a link or a folder given twice neither
// loops nor lists a model again.
class Search
{
public:
    explicit Search(CatalogCache &cache) : m_cache(cache) {}

    Catalog catalog;

    void visitHuggingFace()
    {
        const fs::path hub = huggingFaceCacheFolder();
        beginPlace(std::string(kHuggingFacePlace), {hub});
        catalog.folders.push_back(hub);
        const ModelFolder listing = lookIntoFolder(hub);
        if (listing.isCut)
            m_more = fmt::format("{} has more files than are looked at.", nameOfFolder(hub));
        for (const fs::path &repo : listing.folders)
            if (repo.filename().string().starts_with("models--") && m_folderCount < kMaxFolders)
                visitRepo(repo);
        endPlace();
    }

    void visitLmStudio()
    {
        const std::vector<fs::path> folders = lmStudioFolders();
        beginPlace(std::string(kLmStudioPlace), folders);
        m_advice = "finish it in LM Studio";
        for (const fs::path &folder : folders)
            descend(folder, 0);
        m_advice.clear();
        endPlace();
    }

    void visitOllama()
    {
        const std::vector<fs::path> folders = ollamaFolders();
        beginPlace(std::string(kOllamaPlace), folders);
        for (const fs::path &folder : folders)
            if (isOllamaFolder(folder) && isNew(folder))
                visitOllamaFolder(folder);
            else
                catalog.folders.push_back(folder);
        endPlace();
    }

    void visitFolder(const fs::path &folder)
    {
        beginPlace(nameOfFolder(folder), {folder});
        descend(folder, 0);
        endPlace();
    }

    void visitRecent(const fs::path &path)
    {
        std::error_code error;
        if (std::ranges::find(catalog.entries, path, &CatalogEntry::path) != catalog.entries.end() ||
            !fs::exists(path, error))
            return;
        m_group = kRecentGroup;
        const bool folder = fs::is_directory(path, error);
        const ModelFolder listing = folder ? lookIntoFolder(path) : ModelFolder();
        add(path, folder ? listing.mark : markOfFile(path), [&] {
            const auto model = openModel(path, TokenizerFiles::Skip);
            return entryOfModel(path, model ? model->name : printable(path.stem().string()), model);
        });
    }

    /// Leaves no more than the limit, broken models first, and says so.
    void finish()
    {
        std::vector<CatalogEntry> &entries = catalog.entries;
        std::size_t tooMany = entries.size() - std::min(entries.size(), kMaxEntries);
        if (tooMany > 0 || m_isCut)
            m_more = fmt::format("The list ends here at {} models; name a smaller folder.", kMaxEntries);
        for (std::size_t i = entries.size(); i > 0 && tooMany > 0; --i)
            if (!entries[i - 1].usable) { // at most the limit are usable
                entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i - 1));
                --tooMany;
            }
        if (m_more.empty())
            return;
        const std::string group = entries.empty() ? m_group : entries.back().group;
        const auto place = std::ranges::find(catalog.places, group, &CatalogPlace::name);
        entries.push_back({place == catalog.places.end() ? fs::path() : place->path, std::string(kMoreEntry), group,
                           m_more, 0, false, false});
    }

private:
    bool isFull() const { return m_usableCount >= kMaxEntries || m_readCount >= kMaxRead; }

    void beginPlace(std::string name, const std::vector<fs::path> &folders)
    {
        std::error_code error;
        auto there =
            std::ranges::find_if(folders, [&](const fs::path &folder) { return fs::is_directory(folder, error); });
        const auto locked =
            std::ranges::find_if(folders, [](const fs::path &folder) { return !whyUnreadable(folder).empty(); });
        if (there == folders.end()) // or below a folder that is locked
            there = locked;
        m_group = name;
        m_foundCount = 0;
        m_place = {std::move(name), {}, there != folders.end(), 0};
        if (!folders.empty())
            m_place.path = m_place.exists ? *there : folders.front();
        if (locked != folders.end())
            m_place.problem = locked == there ? whyUnreadable(*locked)
                                              : fmt::format("is not listed whole: {} {}", nameOfFolder(*locked),
                                                            whyUnreadable(*locked));
        m_wasFull = isFull();
    }

    void endPlace()
    {
        m_place.modelCount = static_cast<int>(m_foundCount);
        if (m_wasFull && m_place.exists && m_place.problem.empty())
            m_place.problem = "was not searched: the list is full";
        catalog.places.push_back(std::move(m_place));
    }

    void visitRepo(const fs::path &repo)
    {
        const std::string folderName = repo.filename().string();
        const std::string name = fileNameSafe(folderName.substr(folderName.rfind("--") + 2));
        const fs::path snapshot = snapshotOf(repo);
        const DownloadPlace download = downloadPlaceOfRepo(repo, snapshot);
        ++m_folderCount;
        for (const char *part : {"", "refs", "snapshots", "blobs"})
            catalog.folders.push_back(*part ? repo / part : repo);
        if (!snapshot.empty() && isNew(snapshot)) {
            catalog.folders.push_back(snapshot);
            visitModels(download, lookIntoFolder(snapshot), name);
        } else if (const std::string partial = partialDownload(download); snapshot.empty() && !partial.empty()) {
            addPartial(repo, name, partial);
        }
    }

    void visitOllamaFolder(const fs::path &folder)
    {
        const OllamaLibrary library = readOllamaFolder(folder);
        catalog.folders.insert(catalog.folders.end(), library.folders.begin(), library.folders.end());
        catalog.folders.push_back(folder / "blobs");
        if (library.isCut)
            m_more = "Ollama keeps more models than are looked at.";
        std::set<fs::path> own; // one blob may be two models, with and without an adapter
        for (const OllamaModel &model : withNamesJoined(library.models)) {
            if (!model.problem.empty()) {
                push({model.path, model.name, {}, model.problem, 0, false, model.partial});
            } else if (isNew(model.path) || own.contains(model.path)) {
                own.insert(model.path);
                FileMark mark = markOfFile(model.path);
                mark.add({std::hash<std::string>()(model.name), true}); // a tag may come or go
                add(model.path, mark, [&] { return entryOfBlob(model); });
            }
        }
    }

    // Tags of the same files become one model with all their names: "llama3.2:3b, llama3.2:latest".
    static std::vector<OllamaModel> withNamesJoined(const std::vector<OllamaModel> &models)
    {
        std::vector<OllamaModel> joined;
        std::map<std::pair<fs::path, std::vector<std::string>>, std::size_t> known;
        for (const OllamaModel &model : models) {
            const auto [at, isFirst] = known.try_emplace({model.path, model.leftOut}, joined.size());
            if (isFirst || !model.problem.empty())
                joined.push_back(model);
            else
                joined[at->second].name += ", " + model.name;
        }
        return joined;
    }

    static CatalogEntry entryOfBlob(const OllamaModel &model)
    {
        CatalogEntry entry = entryOfModel(model.path, model.name, openGguf(model.path, model.name));
        if (entry.usable)
            for (const std::string &part : model.leftOut)
                entry.detail += fmt::format(" \u00B7 {} left out", part);
        return entry;
    }

    bool isNew(const fs::path &path)
    {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        return !error && m_seen.insert(real).second;
    }

    void descend(const fs::path &folder, int depth)
    {
        if (depth == 0)
            catalog.folders.push_back(folder); // also when it is not there
        if (m_folderCount >= kMaxFolders)
            m_more = fmt::format("The search ended after {} folders; name a smaller folder.", kMaxFolders);
        if (m_folderCount >= kMaxFolders || !isNew(folder))
            return;
        ++m_folderCount;
        if (isOllamaFolder(folder))
            return visitOllamaFolder(folder);
        if (depth > 0)
            catalog.folders.push_back(folder);
        const ModelFolder listing = lookIntoFolder(folder);
        if (listing.isCut)
            m_more = fmt::format("{} has more files than are looked at.", nameOfFolder(folder));
        if (const std::string why = depth > 0 ? whyUnreadable(folder) : ""; !why.empty() && m_place.problem.empty())
            m_place.problem = fmt::format("is not listed whole: {} {}", nameOfFolder(folder), why);
        if (visitModels(downloadPlaceOfFolder(folder), listing, fileNameSafe(folder.filename().string())) ||
            depth >= kMaxDepth)
            return;
        for (const fs::path &child : listing.folders)
            descend(child, depth + 1);
    }

    // True when the folder itself is a checkpoint, so that nothing below it is another model.
    bool visitModels(const DownloadPlace &place, const ModelFolder &listing, const std::string &name)
    {
        visitGgufs(place, listing);
        const bool checkpoint = listing.hasConfig && !listing.safetensors.empty();
        if (checkpoint && addKept(place.folder, listing.mark))
            return true;
        // In a person's own folder a link to nothing or a download in progress says nothing of what lies below it.
        const std::string partial = place.isRepo || listing.hasConfig ? partialDownload(place) : std::string();
        if (!partial.empty()) {
            if (listing.lostGgufs.empty())
                addPartial(place.folder, name, partial);
            return true;
        }
        if (const std::string adapter = listing.hasAdapter ? adapterObstacle(place.folder) : ""; !adapter.empty()) {
            addUnusable(place.folder, name, adapter);
            return true;
        }
        if (checkpoint)
            add(place.folder, listing.mark,
                [&] { return entryOf(place, place.folder, name, openCheckpoint(place.folder, TokenizerFiles::Skip)); });
        else if (listing.hasConfig && !listing.begunWeights.empty())
            addPartial(place.folder, name, partialWeights(place, listing.begunWeights.front()));
        else if (listing.hasConfig && listing.hasPickle)
            addUnusable(place.folder, name, "Pickled weights, not opened: they can run code.");
        else if (listing.hasConfig && listing.ggufs.empty() && configNamesArchitecture(place.folder))
            addUnusable(place.folder, name, "No weights in this folder.");
        for (const fs::path &file : listing.safetensors)
            if (!listing.hasConfig && isNew(file))
                addUnusable(file, fileNameSafe(file.stem().string()), "No config.json beside it.");
        return checkpoint || (listing.hasConfig && listing.hasPickle);
    }

    static std::string partialWeights(const DownloadPlace &place, const ModelFolder::Begun &begun)
    {
        return fmt::format("Not fully downloaded, {} has {} so far: {}.",
                           printable(begun.path.filename().string(), 100), formatBytes(begun.sizeBytes), place.advice);
    }

    // Files of the cache come whole, so one that is cut is a download that somebody stopped. Its name says that it is
    // done, so that it is fetched again only when forced.
    static CatalogEntry entryOf(const DownloadPlace &place, const fs::path &path, std::string name,
                                const Result<Model> &model)
    {
        CatalogEntry entry = entryOfModel(path, std::move(name), model);
        if (model || !place.isRepo || !model.error().cut)
            return entry;
        const fs::path file = model.error().file.empty() ? path : fs::path(model.error().file);
        entry.partial = true;
        entry.detail = fmt::format("Not fully downloaded, {} is cut short or damaged: {}.",
                                   printable(file.filename().string(), 100), place.adviceForCut);
        return entry;
    }

    void visitGgufs(const DownloadPlace &place, const ModelFolder &listing)
    {
        for (const auto &[gguf, mark] : listing.ggufs) {
            if (isLaterPartName(gguf) || !isNew(gguf))
                continue;
            const std::string name = stemWithoutPart(gguf);
            const bool split = name != gguf.stem().string(); // its other parts are among the files
            add(gguf, split ? listing.mark : mark,
                [&, path = gguf] { return entryOf(place, path, fileNameSafe(name), openGguf(path)); });
        }
        for (const fs::path &gguf : listing.lostGgufs)
            if (place.isRepo && !isLaterPartName(gguf))
                addPartial(gguf, fileNameSafe(stemWithoutPart(gguf)),
                           fmt::format("Not fully downloaded, its link leads to no file: {}.", place.advice));
        for (const auto &[file, sizeBytes] : listing.begunGgufs)
            if (!m_advice.empty())
                addPartial(file, nameOfBegun(file),
                           fmt::format("Not fully downloaded, {} so far: {}.", formatBytes(sizeBytes), m_advice));
    }

    void addPartial(const fs::path &path, const std::string &name, std::string reason)
    {
        push({path, name, {}, std::move(reason), 0, false, true});
    }

    void addUnusable(const fs::path &path, const std::string &name, std::string reason)
    {
        push({path, name, {}, std::move(reason), 0, false, false});
    }

    // Adds what an earlier search read of this path, if it is unchanged.
    bool addKept(const fs::path &path, const FileMark &mark)
    {
        const CatalogEntry *kept = m_cache.find(path, mark.value);
        if (kept)
            push(*kept);
        return kept;
    }

    template <class Read> void add(const fs::path &path, const FileMark &mark, const Read &read)
    {
        if (addKept(path, mark))
            return;
        if (isFull()) {
            ++m_foundCount;
            m_isCut = true;
            return;
        }
        ++m_readCount;
        const CatalogEntry entry = read();
        if (mark.settled)
            m_cache.keep(entry, mark.value);
        push(entry);
    }

    void push(CatalogEntry entry)
    {
        ++m_foundCount;
        std::size_t &count = entry.usable ? m_usableCount : m_unusableCount;
        if (count >= kMaxEntries) {
            m_isCut = true;
            return;
        }
        ++count;
        entry.group = m_group;
        catalog.entries.push_back(std::move(entry));
    }

    CatalogCache &m_cache;
    std::set<fs::path> m_seen;
    CatalogPlace m_place;
    std::string m_group;
    std::string m_advice;         ///< how a download is finished where this place's own program makes it
    std::size_t m_foundCount = 0; ///< in this place, listed or not
    std::size_t m_folderCount = 0;
    std::size_t m_usableCount = 0, m_unusableCount = 0, m_readCount = 0;
    bool m_wasFull = false; ///< when the place began
    bool m_isCut = false;   ///< a model was passed over
    std::string m_more;     ///< why there may be more models than are listed
};

} // namespace

bool isKeptByOthers(const fs::path &path)
{
    std::vector<fs::path> folders = ollamaFolders();
    folders.push_back(huggingFaceCacheFolder());
    if (const char *home = std::getenv("HOME"); home && *home)
        for (const char *studio : {".lmstudio", ".cache/lm-studio"})
            folders.push_back(fs::path(home) / studio);
    const std::string whole = path.lexically_normal().string();
    return std::ranges::any_of(
        folders, [&](const fs::path &folder) { return whole.starts_with((folder / "").lexically_normal().string()); });
}

Catalog findModels(const std::vector<fs::path> &folders, const std::vector<fs::path> &recent, CatalogCache *cache)
{
    CatalogCache once;
    CatalogCache &used = cache ? *cache : once;
    used.beginSearch();
    Search search(used);
    search.visitHuggingFace();
    search.visitLmStudio();
    search.visitOllama();
    for (const fs::path &folder : folders)
        search.visitFolder(folder);
    for (const fs::path &path : recent)
        search.visitRecent(path);
    used.endSearch();
    search.finish();
    return std::move(search.catalog);
}

} // namespace snug
