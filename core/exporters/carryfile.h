// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One small file of a folder: copied from the source, or written from text. Part of FolderWriter.

#pragma once

#include "core/base/result.h"
#include "core/model/exportview.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace snug {

/// Writes a file that must not be there, and brings it to the disk. Errors: DoesNotFit; Io.
Result<void> writeSmallFile(const std::filesystem::path &path, std::string_view text);

/// Puts a file into `folder`, or into one below it where its name says so; a copy goes in pieces of 1 MiB, links to it
/// are followed. Returns "", or where the source cannot be read a sentence that says so: then there is no such file in
/// the folder.
/// Errors: Internal for a name that leads out of the folder; DoesNotFit; Io for the folder.
Result<std::string> carryFile(const CarriedFile &file, const std::filesystem::path &folder);

} // namespace snug
