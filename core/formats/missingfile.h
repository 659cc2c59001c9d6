// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Traces of files that should be there: links to nothing, and what half a download leaves behind.

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace snug {

/// Why a file that should be there is not, as the rest of a sentence about it: "is a link to a file that is not there
/// (...); download it again", or "is not downloaded to its end (...)"; "" without a trace. Looks at names only.
std::string traceOfMissing(const std::filesystem::path &path);

/// True for a name that programs give to a file while they download it: "x.incomplete", "x.part", "x.aria2" and others.
bool isDownloadName(std::string_view name);

/// True for the first bytes of a file that holds no data, but says where Git LFS keeps them.
bool isLfsPointer(std::string_view start);

/// What is said about such a file, behind its name.
constexpr std::string_view kLfsPointer =
    "holds no data, only where Git LFS keeps them; fetch them with \"git lfs pull\" "
    "in that folder, or download the file";

} // namespace snug
