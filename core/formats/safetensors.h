// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Safetensors files, single and sharded: reading and validating headers. Knows bytes, not models.

#pragma once

#include "core/base/inputfile.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

class ByteSource;

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
    std::vector<std::string> unnamed;       ///< tensors of shards that the index does not name, left out; sorted
    std::vector<std::string> notes;         ///< sentences about what is odd, but does no harm
};

/// Bits of one element; nothing for a type that the format does not have.
std::optional<std::uint32_t> safetensorsDtypeBits(std::string_view dtype);

/// Reads and validates one header (length, JSON, depth, dtypes, shapes, offsets, overlaps, the file's size). Tensors
/// come in the order of their bytes, which fill the data exactly: no gap, no overlap, nothing behind them. Names are
/// plain UTF-8 (see names.h), unique and not empty. A tensor may be empty (a dimension of 0) or a scalar (no
/// dimension). Errors: BadInput with file and, where it helps, byte offset or tensor; Unsupported for an unknown dtype.
/// Source: safetensors format description.
Result<std::vector<SafetensorsTensor>> readSafetensorsHeader(const InputFile &file);
Result<std::vector<SafetensorsTensor>> readSafetensorsHeader(const ByteSource &source);

/// Opens model.safetensors, or model.safetensors.index.json with its shards, in `folder`. With both, the single file
/// counts, and with an index the tensors it names: further ones in the shards are left out, as the usual loaders do.
/// Errors: Usage when there is no such folder; BadInput for a folder without weights, a missing shard, a tensor that
/// the index names and its shard does not have, or a name in two shards; for files whose download has not ended it says
/// so. Unsupported for a folder that has pytorch_model*.bin or the like only (a pickle can run code: refused, never opened).
Result<SafetensorsSet> openSafetensorsFolder(const std::filesystem::path &folder);

} // namespace snug
