// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Files that should be there whole: links to nothing, and what half a download leaves behind.

#pragma once

#include "core/base/inputfile.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace snug {

/// Why a file that should be there is not, as the rest of a sentence about it: "is a link to a file that is not there
/// (...); download it again", or "is not downloaded to its end (...)"; "" without a trace. Looks at names only.
std::string traceOfMissing(const std::filesystem::path &path);

/// True for a name that programs give to a file while they download it: "x.incomplete", "x.part", "x.aria2" and others.
bool isDownloadName(std::string_view name);

/// What is said of a file whose download has not ended, behind its name; `trace` is the file that tells.
std::string notDownloaded(std::string_view trace);

/// Opens a file with data. aria2 gives a file its whole size at once, so that only its own file beside it, NAME.aria2,
/// tells that data is to come. Errors: BadInput where it is there; those of InputFile::open().
Result<InputFile> openWhole(const std::filesystem::path &path);

/// True for the first bytes of a file that holds no data, but says where Git LFS keeps them.
bool isLfsPointer(std::string_view start);

/// What is said about such a file, behind its name.
constexpr std::string_view kLfsPointer =
    "holds no data, only where Git LFS keeps them; fetch them with \"git lfs pull\" "
    "in that folder, or download the file";

} // namespace snug
