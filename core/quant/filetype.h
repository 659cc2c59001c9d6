// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The file types ("levels") of the reference quantizer: Q4_K_M and its kin.

#pragma once

#include "core/formats/tensortype.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace snug {

/// One level. `number` is what general.file_type stores. Source: mix tables in the design (gguf.md 4.3).
struct FileType
{
    std::string_view name; ///< "Q4_K_M"
    std::uint32_t number;
    TensorType base;
    std::string_view description; ///< a few plain words: "4-bit, mixed"
    /// All types this level's mix and its stand-ins can call for have kernels here. Whether it needs an importance
    /// matrix is another question, which only a model answers: TensorDecision::needsImportance.
    bool available = false;
};

/// All levels, largest first. COPY is not among them.
std::span<const FileType> fileTypes();
/// By name, ignoring case, or by number; null when there is none. Q3_K, Q4_K and Q5_K mean their _M. "COPY" gives the
/// level that leaves every tensor as it is; its number is none of the format's.
const FileType *findFileType(std::string_view name);
/// The three names nearest to a wrong one, for the error message: "Q4_K_M, Q4_K_S, Q4_1".
std::string closestFileTypeName(std::string_view wrongName);

} // namespace snug
