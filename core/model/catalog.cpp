// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/catalog.h"

#include "core/model/checkpoint.h"
#include "core/model/ggufmodel.h"
#include "core/model/ggufparts.h"
#include "core/model/huggingface.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxDepth = 3;
constexpr std::size_t kMaxFolders = 4000;        // visited in one search
constexpr std::size_t kMaxFilesPerFolder = 4000; // looked at in one folder
constexpr std::size_t kMaxEntries = 1000;

// What lies in one folder, sorted by name so that the answer does not depend on the file system.
struct Listing
{
    std::vector<fs::path> folders, ggufs, safetensors;
    bool hasConfig = false;
    bool hasPickle = false;
};

Listing list(const fs::path &folder)
{
    Listing listing;
    std::error_code error;
    std::size_t count = 0;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && count < kMaxFilesPerFolder;
         it.increment(error), ++count) {
        const std::string name = it->path().filename().string();
        std::error_code ignored;
        if (it->is_directory(ignored)) {
            if (!name.starts_with('.'))
                listing.folders.push_back(it->path());
            continue;
        }
        if (!it->is_regular_file(ignored))
            continue;
        const fs::path extension = it->path().extension();
        listing.hasConfig |= name == "config.json";
        listing.hasPickle |= name.starts_with("pytorch_model") && extension == ".bin";
        if (hasGgufExtension(it->path()))
            listing.ggufs.push_back(it->path());
        else if (extension == ".safetensors")
            listing.safetensors.push_back(it->path());
    }
    std::ranges::sort(listing.folders);
    std::ranges::sort(listing.ggufs);
    std::ranges::sort(listing.safetensors);
    return listing;
}

std::string firstSentence(const std::string &text)
{
    const std::size_t end = std::min(text.find(". "), text.find("; "));
    return end == std::string::npos ? text : text.substr(0, end) + '.';
}

// The path is in the list already. Readers put it in front, some with the place in the file: "PATH, byte 4: ".
std::string withoutPath(const Error &error)
{
    const std::size_t end = error.file.empty() || !error.message.starts_with(error.file)
                                ? std::string::npos
                                : error.message.find(": ", error.file.size());
    return end == std::string::npos ? error.message : error.message.substr(end + 2);
}

// "7.6 B", "135 M": two digits are enough to tell models apart.
std::string shortCount(std::uint64_t count)
{
    constexpr std::pair<double, char> kUnits[] = {{1e12, 'T'}, {1e9, 'B'}, {1e6, 'M'}, {1e3, 'K'}};
    for (const auto &[unit, letter] : kUnits) {
        const double scaled = static_cast<double>(count) / unit;
        if (scaled >= 0.9995)
            return fmt::format("{:.{}f} {}", scaled, scaled < 9.95 ? 1 : 0, letter);
    }
    return fmt::format("{}", count);
}

CatalogEntry makeEntry(const fs::path &path, std::string name, const Result<Model> &model)
{
    CatalogEntry entry;
    entry.path = path;
    entry.name = std::move(name);
    if (!model) {
        entry.usable = false;
        entry.detail = firstSentence(withoutPath(model.error()));
        return entry;
    }
    entry.sizeBytes = model->sourceBytes;
    entry.usable = model->supported;
    entry.detail = model->supported ? fmt::format("{} \u00B7 {}", shortCount(model->parameterCount), model->mainType)
                                    : firstSentence(model->unsupportedReason);
    return entry;
}

// Looks through places one after the other; remembers what it has seen, so that a link or a folder given twice neither
// loops nor lists a model again.
class Search
{
public:
    Catalog catalog;

    void visitHuggingFace()
    {
        CatalogPlace place{"Hugging Face cache", huggingFaceCacheFolder(), false, 0};
        beginPlace(place);
        for (const fs::path &repo : list(place.path).folders) {
            const std::string name = repo.filename().string();
            if (!name.starts_with("models--"))
                continue;
            const fs::path snapshot = snapshotOf(repo);
            if (!snapshot.empty() && isNew(snapshot))
                visitModels(snapshot, list(snapshot), name.substr(name.rfind("--") + 2));
        }
        endPlace(place);
    }

    void visitFolder(const fs::path &folder)
    {
        CatalogPlace place{nameOfFolder(folder), folder, false, 0};
        beginPlace(place);
        descend(folder, 0);
        endPlace(place);
    }

private:
    static std::string nameOfFolder(const fs::path &folder)
    {
        const char *home = std::getenv("HOME");
        const std::string text = folder.string();
        const std::string prefix = home ? std::string(home) : std::string();
        if (prefix.size() > 1 && text.starts_with(prefix + '/'))
            return printable('~' + text.substr(prefix.size()));
        return printable(text);
    }

    void beginPlace(CatalogPlace &place)
    {
        std::error_code error;
        place.exists = fs::is_directory(place.path, error);
        m_group = place.name;
        m_firstEntry = catalog.entries.size();
    }

    void endPlace(CatalogPlace &place)
    {
        place.modelCount = static_cast<int>(catalog.entries.size() - m_firstEntry);
        catalog.places.push_back(std::move(place));
    }

    bool isNew(const fs::path &path)
    {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        return !error && m_seen.insert(real).second;
    }

    void descend(const fs::path &folder, int depth)
    {
        if (m_folderCount >= kMaxFolders || !isNew(folder))
            return;
        ++m_folderCount;
        const Listing listing = list(folder);
        if (visitModels(folder, listing, fileNameSafe(folder.filename().string())) || depth >= kMaxDepth)
            return;
        for (const fs::path &child : listing.folders)
            descend(child, depth + 1);
    }

    // True when the folder itself is a checkpoint, so that nothing below it is another model.
    bool visitModels(const fs::path &folder, const Listing &listing, const std::string &name)
    {
        for (const fs::path &gguf : listing.ggufs)
            if (!isLaterPartName(gguf) && isNew(gguf))
                add(gguf, fileNameSafe(stemWithoutPart(gguf)), openGguf(gguf));
        if (listing.hasConfig && !listing.safetensors.empty()) {
            add(folder, name, openCheckpoint(folder, TokenizerFiles::Skip));
            return true;
        }
        if (listing.hasConfig && listing.hasPickle) {
            addUnusable(folder, name, "Pickled weights, not opened: they can run code.");
            return true;
        }
        if (listing.hasConfig && listing.ggufs.empty() && configNamesArchitecture(folder))
            addUnusable(folder, name, "No weights in this folder.");
        for (const fs::path &file : listing.safetensors)
            if (!listing.hasConfig && isNew(file))
                addUnusable(file, fileNameSafe(file.stem().string()), "No config.json beside it.");
        return false;
    }

    void addUnusable(const fs::path &path, const std::string &name, std::string reason)
    {
        add(path, name, tl::unexpected<Error>(Error{ErrorCode::Unsupported, std::move(reason), {}, {}, {}}));
    }

    void add(const fs::path &path, const std::string &name, const Result<Model> &model)
    {
        if (catalog.entries.size() >= kMaxEntries)
            return;
        CatalogEntry entry = makeEntry(path, name, model);
        entry.group = m_group;
        catalog.entries.push_back(std::move(entry));
    }

    std::set<fs::path> m_seen;
    std::string m_group;
    std::size_t m_firstEntry = 0;
    std::size_t m_folderCount = 0;
};

} // namespace

Catalog findModels(const std::vector<fs::path> &folders)
{
    Search search;
    search.visitHuggingFace();
    for (const fs::path &folder : folders)
        search.visitFolder(folder);
    return std::move(search.catalog);
}

} // namespace snug
