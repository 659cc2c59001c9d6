// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models that are already on this machine: the Hugging Face cache and folders the user added.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// One model found. Entries that cannot be used are listed too, with the reason.
struct CatalogEntry
{
    std::filesystem::path path; ///< what openModel() takes
    std::string name;
    std::string group;  ///< "Hugging Face cache", "~/Models"
    std::string detail; ///< "7.6 B · BF16", or the reason it cannot be used
    std::uint64_t sizeBytes = 0;
    bool usable = true;
};

/// Where a search looked and how it went, for the empty page: "not there", "no models in it", "4 models".
struct CatalogPlace
{
    std::string name;
    std::filesystem::path path;
    bool exists = false;
    int modelCount = 0;
};

struct Catalog
{
    std::vector<CatalogEntry> entries; ///< grouped by place, in the order of places
    std::vector<CatalogPlace> places;
};

/// The Hugging Face cache folder: HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME or ~/.cache.
std::filesystem::path huggingFaceCacheFolder();

/// Looks in the Hugging Face cache and in `folders` (each itself, and up to three levels down). Reads headers only.
Catalog findModels(const std::vector<std::filesystem::path> &folders);

} // namespace snug
