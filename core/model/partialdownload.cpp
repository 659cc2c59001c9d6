// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/partialdownload.h"

#include "core/base/sizes.h"
#include "core/model/folderentries.h"
#include "core/model/ggufparts.h"
#include "core/model/json.h"
#include "core/model/jsontree.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <set>

namespace snug {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxIndexBytes = 64 << 20; // those in use have a few
constexpr std::size_t kMaxShards = 4000;
constexpr std::string_view kIndex = "model.safetensors.index.json";

// What a folder has, and what of it leads nowhere.
struct Folder
{
    std::set<std::string> files, dangling;
    bool hasWeights = false;
};

bool isWeights(const fs::path &file)
{
    return file.extension() == ".safetensors" || file.extension() == ".bin" || hasGgufExtension(file);
}

Folder look(const fs::path &path)
{
    Folder folder;
    visitEntries(path, [&](const fs::directory_entry &entry) {
        std::error_code ignored;
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file(ignored)) {
            folder.files.insert(name);
            folder.hasWeights |= isWeights(entry.path());
        } else if (entry.is_symlink(ignored) && !entry.exists(ignored)) {
            folder.dangling.insert(name);
        }
    });
    return folder;
}

// Shards that the index names, as far as they are names of files of this folder.
std::set<std::string> shardsOfIndex(const fs::path &folder)
{
    std::set<std::string> shards;
    const auto index = readJsonObject(folder / kIndex, kMaxIndexBytes);
    if (!index)
        return shards; // damaged: openCheckpoint() says so
    const auto &map = member(*index, "weight_map");
    if (!map.is_object())
        return shards; // the same
    for (const auto &[tensor, shard] : map.items()) {
        const std::string name = asText(shard).value_or("");
        if (name.ends_with(".safetensors") && name.find_first_of("/\\") == std::string::npos &&
            shards.size() < kMaxShards)
            shards.insert(name);
    }
    return shards;
}

// Without an index, a shard's own name tells how many there are: NAME-00001-of-00004.safetensors.
std::set<std::string> shardsByName(const Folder &folder)
{
    std::set<std::string> shards;
    for (const std::string &file : folder.files) {
        const std::string stem = fs::path(file).stem().string();
        const std::string whole = stemWithoutPart(file);
        std::size_t count = 0;
        if (fs::path(file).extension() != ".safetensors" || stem.size() == whole.size())
            continue;
        std::from_chars(stem.data() + stem.size() - 5, stem.data() + stem.size(), count);
        for (std::size_t i = 1; count <= kMaxShards && i <= count; ++i)
            shards.insert(fmt::format("{}-{:05}-of-{:05}.safetensors", whole, i, count));
        break;
    }
    return shards;
}

std::set<std::string> missingFiles(const fs::path &path, const Folder &folder)
{
    std::set<std::string> missing;
    for (const char *name : {"config.json", "tokenizer.json", "tokenizer.model", "tokenizer_config.json"})
        if (folder.dangling.contains(name))
            missing.insert(name);
    const bool hasIndex = folder.files.contains(std::string(kIndex));
    if (folder.dangling.contains(std::string(kIndex)))
        missing.insert(std::string(kIndex));
    const std::set<std::string> shards = hasIndex ? shardsOfIndex(path) : shardsByName(folder);
    for (const std::string &shard : shards)
        if (!folder.files.contains(shard))
            missing.insert(shard);
    if (!hasIndex)
        for (const std::string &name : folder.dangling)
            if (name.ends_with(".safetensors"))
                missing.insert(name);
    return missing;
}

struct Begun
{
    std::size_t count = 0;
    std::uint64_t bytes = 0;
};

Begun begunFiles(const fs::path &path)
{
    Begun begun;
    visitEntries(path, [&](const fs::directory_entry &entry) {
        std::error_code ignored, noSize;
        if (entry.path().extension() != ".incomplete" || !entry.is_regular_file(ignored))
            return;
        const std::uint64_t size = entry.file_size(noSize);
        ++begun.count;
        if (!noSize && size <= std::numeric_limits<std::uint64_t>::max() - begun.bytes)
            begun.bytes += size;
    });
    return begun;
}

std::string named(const std::set<std::string> &missing)
{
    const std::string first = printable(*missing.begin(), 100);
    if (missing.size() == 1)
        return first + " is missing";
    return fmt::format("{} and {} more {} are missing", first, missing.size() - 1,
                       missing.size() == 2 ? "file" : "files");
}

} // namespace

std::string partialDownload(const DownloadPlace &place)
{
    const Folder folder = place.folder.empty() ? Folder() : look(place.folder);
    if (const auto missing = missingFiles(place.folder, folder); !missing.empty())
        return fmt::format("Not fully downloaded, {}: {}.", named(missing), place.advice);
    const Begun begun = folder.hasWeights ? Begun() : begunFiles(place.begun);
    if (begun.count == 0)
        return {};
    return fmt::format("Not fully downloaded, {} with {} so far: {}.",
                       begun.count == 1 ? "one file is begun" : fmt::format("{} files are begun", begun.count),
                       formatBytes(begun.bytes), place.advice);
}

DownloadPlace downloadPlaceOfRepo(const fs::path &repo, const fs::path &snapshot)
{
    constexpr std::string_view kPrefix = "models--";
    std::string id = repo.filename().string();
    id = id.starts_with(kPrefix) ? id.substr(kPrefix.size()) : id;
    if (const std::size_t dashes = id.find("--"); dashes != std::string::npos)
        id.replace(dashes, 2, "/");
    // The advice is made to be typed: nothing but a repo id may stand in it.
    const bool plain = std::ranges::all_of(
        id, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/'; });
    if (!plain || id.starts_with('-'))
        return {snapshot, repo / "blobs", "download the model again to finish it", "download the model again", true};
    return {snapshot, repo / "blobs", fmt::format("run \"hf download {}\" to finish it", id),
            fmt::format("run \"hf download {} --force-download\" to fetch it again", id), true};
}

DownloadPlace downloadPlaceOfFolder(const fs::path &folder)
{
    return {folder,
            folder / ".cache" / "huggingface" / "download",
            "download the model again into the same folder",
            {},
            false};
}

} // namespace snug
