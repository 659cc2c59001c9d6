// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoint folders that a download has not filled: links to nothing, shards that are not there, files only begun.

#pragma once

#include <filesystem>
#include <string>

namespace snug {

/// Where to look for a download and how a person finishes it.
struct DownloadPlace
{
    std::filesystem::path folder;  ///< with config.json and weights, or what there is of them; may be empty
    std::filesystem::path begun;   ///< where "*.incomplete" files lie while they are fetched
    std::string advice;            ///< "run \"hf download Qwen/Qwen2.5-7B\" to finish it"
    std::string adviceForCut = {}; ///< the same for a file that is there, but cut
    bool isRepo = false;           ///< of the Hugging Face cache, where every link was made by a download
};

/// One sentence on what is missing and what to do; empty for a folder that has all it names. Files only begun count
/// where the folder has no weights: one left over beside a whole model means nothing. Reads the index of weights, no
/// weights. Names in the index that are no plain file names are left to openCheckpoint() to refuse.
std::string partialDownload(const DownloadPlace &place);

/// The place for a repo of the Hugging Face cache ("models--OWNER--NAME") and its snapshot.
DownloadPlace downloadPlaceOfRepo(const std::filesystem::path &repo, const std::filesystem::path &snapshot);

/// The place for a folder that "hf download --local-dir" may have filled.
DownloadPlace downloadPlaceOfFolder(const std::filesystem::path &folder);

} // namespace snug
