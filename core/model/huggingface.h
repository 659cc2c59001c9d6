// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Hugging Face cache on this machine: models--OWNER--NAME/snapshots/REVISION, with links into blobs. No network.

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace snug {

/// The snapshot folder of a repo id ("Qwen/Qwen2.5-7B"): the one refs/main names, else the newest.
/// Errors: Usage when the text is neither a path that exists nor a repo id in the cache, with what was looked for.
Result<std::filesystem::path> findInHuggingFaceCache(const std::filesystem::path &repoId);

/// The snapshot folder inside "models--OWNER--NAME"; empty when there is none.
std::filesystem::path snapshotOf(const std::filesystem::path &repoFolder);

/// "NAME" for a snapshot folder ".../models--OWNER--NAME/snapshots/REVISION", whose own name is a hash; else "".
std::string repoNameOfSnapshot(const std::filesystem::path &folder);

} // namespace snug
