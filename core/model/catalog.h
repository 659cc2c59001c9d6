// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models that are already on this machine: the Hugging Face cache, what LM Studio and Ollama keep, and folders the user
// added.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Names of the places Snug knows by itself, and of models opened earlier. A window may show them in its own language.
inline constexpr std::string_view kHuggingFacePlace = "Hugging Face cache";
inline constexpr std::string_view kLmStudioPlace = "LM Studio";
inline constexpr std::string_view kOllamaPlace = "Ollama";
inline constexpr std::string_view kRecentGroup = "recent";
/// Name of the last entry of a list that does not hold all models.
inline constexpr std::string_view kMoreEntry = "and more";

/// One model found. Entries that cannot be used are listed too, with the reason.
struct CatalogEntry
{
    std::filesystem::path path; ///< what openModel() takes
    std::string name;
    std::string group;  ///< name of its place: kHuggingFacePlace, "~/Models"
    std::string detail; ///< "7.6 B · BF16", or the reason it cannot be used
    std::uint64_t sizeBytes = 0;
    bool usable = true;
    bool partial = false; ///< not usable because its download has not ended; `detail` says what is missing

    bool operator==(const CatalogEntry &) const = default;
};

/// Where a search looked and how it went, for the empty page: "not there", "no models in it", "4 models".
struct CatalogPlace
{
    std::string name;
    std::filesystem::path path; ///< of several the first that exists
    bool exists = false;
    int modelCount = 0; ///< found there and nowhere before, also those that a list at its limit leaves out
    /// Why not all of it was looked at, without its name and a full stop: "cannot be read: Permission denied"; or
    /// empty.
    std::string problem = {};

    bool operator==(const CatalogPlace &) const = default;
};

struct Catalog
{
    /// Grouped by place, in the order of places; recent ones last. At most 1000, those that can be used before others,
    /// and then an unusable one named kMoreEntry that says where the search ended.
    std::vector<CatalogEntry> entries;
    std::vector<CatalogPlace> places;
    /// Every folder of a place that was looked into or would have been if it were there: a change in one may change
    /// the answer. Not those of recent models, nor the folders of repos below snapshots that do not count.
    std::vector<std::filesystem::path> folders;

    bool operator==(const Catalog &) const = default;
};

/// What earlier searches read, so that files that have not changed since are not opened again: a file counts as
/// unchanged while its name, size, time and place on the disk are the same, a checkpoint folder while all its files
/// are. Holds what the last search found and no more. One search at a time.
class CatalogCache
{
public:
    void beginSearch();
    /// What was kept for this path under this mark, or null. Valid until the next call.
    const CatalogEntry *find(const std::filesystem::path &path, std::uint64_t mark);
    void keep(const CatalogEntry &entry, std::uint64_t mark);
    /// Forgets what this search did not meet.
    void endSearch();

private:
    struct Kept
    {
        CatalogEntry entry;
        std::uint64_t mark = 0;
        bool met = false;
    };
    std::map<std::filesystem::path, Kept> m_kept;
};

/// The Hugging Face cache folder: HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME or ~/.cache.
std::filesystem::path huggingFaceCacheFolder();

/// True below the folders that the Hugging Face cache, LM Studio and Ollama use by themselves or by the environment:
/// nothing of ours should be written beside their models. Looks at the path and the environment alone, not at the disk,
/// so not at folders that LM Studio's settings name.
bool isKeptByOthers(const std::filesystem::path &path);

/// Looks in the Hugging Face cache, in what LM Studio and Ollama keep, and in `folders` (each itself, and up to three
/// levels down). `recent` are models opened earlier, listed in the group kRecentGroup while they are still there and
/// nowhere else in the list. Reads headers, manifests and indexes only, never weights. Never fails.
Catalog findModels(const std::vector<std::filesystem::path> &folders,
                   const std::vector<std::filesystem::path> &recent = {}, CatalogCache *cache = nullptr);

} // namespace snug
