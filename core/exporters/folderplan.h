// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The folder a level becomes, worked out from headers: which tensor is quantized, which shard holds what, which small
// files come along.

#pragma once

#include "core/exporters/exporter.h"
#include "core/model/exportview.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace snug {

struct FolderOptions
{
    std::filesystem::path folder;             ///< where it is to appear
    std::uint64_t shardBytes = 5'000'000'000; ///< of one file at most, unless one tensor alone is larger
    std::vector<std::string> ignore;          ///< modules to leave as they are: regular expressions that find
    bool refuseUnfitting = false;             ///< rows that do not divide are an error, else they stay as they are
};

/// What becomes of one tensor of the view.
struct FolderTensor
{
    std::optional<Matrix> matrix; ///< quantized; nothing: copied as it is
    std::string why;              ///< one sentence: why it is (not) quantized
    bool unfit = false;           ///< left as it is because its rows do not divide
    std::size_t shard = 0;
    std::size_t firstTensor = 0; ///< into the shard's tensors
    std::size_t tensorCount = 1;
    std::uint64_t sizeBytes = 0; ///< of all of them
};

struct ShardPlan
{
    std::string fileName; ///< "model.safetensors", "model-00001-of-00003.safetensors"
    std::vector<SafetensorsWriter::Tensor> tensors;
    std::uint64_t sizeBytes = 0; ///< of the file, exact
};

struct FolderPlan
{
    std::filesystem::path folder;
    std::shared_ptr<const Exporter> exporter;
    std::vector<FolderTensor> tensors; ///< as ExportView::model.tensors
    std::vector<ShardPlan> shards;
    std::vector<CarriedFile> files; ///< config.json and the index among them
    std::vector<std::string> notes; ///< what stays as it is though it need not, one sentence each

    /// Of all files but snug.json.
    std::uint64_t outputBytes() const;
    /// Largest sum that is kept of one matrix until it is done.
    std::uint64_t keptBytes() const;
};

/// Errors: Usage for a pattern that is no regular expression; Unsupported when nothing would be quantized, or for rows
/// that do not divide where that is refused, naming the nearest length that does; BadInput on overflow.
Result<FolderPlan> layOutFolder(const ExportView &view, std::shared_ptr<const Exporter> exporter,
                                const FolderOptions &options);

} // namespace snug
