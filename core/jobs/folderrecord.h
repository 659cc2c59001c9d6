// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug.json: how a folder was made, for people and for whoever wants to make it again.

#pragma once

#include "core/exporters/folderwriter.h"
#include "core/jobs/prepare.h"
#include "core/jobs/report.h"

#include <span>
#include <string>

namespace snug {

/// JSON: the program and its version, the source (each file's name and size, and its SHA-256 where the Hugging Face
/// cache names it), the job, the shards with their hashes, each tensor's type and relative error, seconds and memory
/// peaks. `report` is that of the run so far.
std::string folderRecord(const PreparedJob &job, std::size_t variant, std::span<const FolderFile> shards,
                         const JobReport &report);

} // namespace snug
