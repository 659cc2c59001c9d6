// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A look at a file with an importance matrix, for people: what it is and what it was measured on.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// What a file with an importance matrix says of itself.
struct ImportanceInfo
{
    std::string format;                ///< "GGUF" or "dat"
    std::size_t entryCount = 0;        ///< tensors it knows
    std::vector<std::string> datasets; ///< names of the texts it was measured on
    std::uint64_t chunkCount = 0;      ///< pieces of text; 0 where the file does not say
};

/// Reads the headers of the file. Errors: those of InputFile::open() and readImatrix().
Result<ImportanceInfo> inspectImportance(const std::filesystem::path &path);

} // namespace snug
