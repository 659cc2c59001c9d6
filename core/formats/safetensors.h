// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Safetensors files, single and sharded: reading and validating headers. Knows bytes, not models.

#pragma once

#include "core/base/inputfile.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace snug {

/// One tensor of one file. shape is row-major as written there (rows first).
struct SafetensorsTensor
{
    std::string name;
    std::string dtype; ///< "BF16", "F16", "F32", "F64", "I64", "U8", "F8_E4M3", ...
    std::vector<std::uint64_t> shape;
    std::uint64_t offset = 0; ///< from the start of the file
    std::uint64_t sizeBytes = 0;
    std::size_t fileIndex = 0; ///< into SafetensorsSet::files; 0 for a lone file
};

struct SafetensorsSet
{
    std::vector<std::filesystem::path> files;
    std::vector<SafetensorsTensor> tensors; ///< by file, then by offset
};

/// Reads and validates one header (length, JSON, depth, dtypes, shapes, offsets, overlaps, the file's size).
/// Errors: BadInput with file and, where it helps, byte offset or tensor. Source: safetensors format description.
Result<std::vector<SafetensorsTensor>> readSafetensorsHeader(const InputFile &file);

/// Opens model.safetensors or model.safetensors.index.json with its shards in `folder`.
/// Errors: BadInput for a missing shard, a tensor that the index names and no shard has, or a name in two shards;
/// Unsupported for a folder that has pytorch_model*.bin only (a pickle can run code: refused, never opened).
Result<SafetensorsSet> openSafetensorsFolder(const std::filesystem::path &folder);

} // namespace snug
