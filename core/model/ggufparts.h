// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The files of one GGUF model: one, or the parts NAME-00001-of-00003.gguf and so on.

#pragma once

#include "core/formats/gguf.h"

#include <filesystem>
#include <string>
#include <vector>

namespace snug {

struct GgufPart
{
    std::filesystem::path path;
    GgufHeader header;
};

/// Reads the header of `path` and, where it says it is the first of several, of all others beside it.
/// Errors: BadInput when a part is missing, is not the part its name says, or a later part is given as the first;
/// those of readGgufHeader().
Result<std::vector<GgufPart>> readGgufParts(const std::filesystem::path &path);

/// True for a name that ends in ".gguf", in whatever case.
bool hasGgufExtension(const std::filesystem::path &path);

/// GGUF files of a folder by name, without later parts of split models. At most 4000 entries are looked at.
std::vector<std::filesystem::path> ggufModelsIn(const std::filesystem::path &folder);

/// True for a name like "NAME-00002-of-00003.gguf".
bool isLaterPartName(const std::filesystem::path &path);

/// File name without extension and without "-00001-of-00003".
std::string stemWithoutPart(const std::filesystem::path &path);

} // namespace snug
