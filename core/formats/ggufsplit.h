// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models split over several GGUF files: what one file says about the set, and what the others are called.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace snug {

inline constexpr std::string_view kSplitNumberKey = "split.no";
inline constexpr std::string_view kSplitCountKey = "split.count";
inline constexpr std::string_view kSplitTensorCountKey = "split.tensors.count";

struct SplitInfo
{
    std::uint32_t number = 0;                 ///< of this file, from 0; below count
    std::uint32_t count = 0;                  ///< files of the set, 2 to 65535
    std::optional<std::uint64_t> tensorCount; ///< of the whole set
};

/// What the keys say. Nothing for a file that is whole (no split.count, or one of at most 1).
/// Errors: BadInput when the keys are no whole numbers, or contradict each other.
Result<std::optional<SplitInfo>> readSplitInfo(const GgufMetadata &metadata);

/// "PREFIX-00001-of-00003.gguf" for number 0 of 3.
std::filesystem::path splitPath(const std::filesystem::path &prefix, std::uint32_t number, std::uint32_t count);

/// All files of the set in order, from the path of any one of them. Does not look whether they exist.
/// Errors: BadInput when the name of `file` does not end in its number and the count as splitPath() writes them, the
/// case of the extension aside.
Result<std::vector<std::filesystem::path>> splitPaths(const std::filesystem::path &file, const SplitInfo &info);

} // namespace snug
