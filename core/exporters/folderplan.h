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
    /// Quantized; nothing: copied as it is. Its peak cannot be known from headers: a run sets it, before the first
    /// encode(), where Exporter::needsPeak().
    std::optional<Matrix> matrix;
    std::uint64_t weightCount = 0;
    std::string why;    ///< one sentence: why it is (not) quantized
    bool unfit = false; ///< left as it is because its rows do not divide
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

    /// Of all files but snug.json. Those that are copied count as they are now.
    std::uint64_t outputBytes() const;
    /// Largest sum that is kept of one matrix until it is done.
    std::uint64_t keptBytes() const;
};

/// From headers and small files only. Modules that readers make one of (ExportTensor::siblings) are quantized all or
/// not at all. Errors: Usage for a pattern that is no regular expression; Unsupported when nothing would be quantized,
/// or for rows that do not divide where that is refused, naming the nearest length that does, or for a type that such
/// folders do not have; BadInput on overflow and for names that are there twice.
Result<FolderPlan> layOutFolder(const ExportView &view, std::shared_ptr<const Exporter> exporter,
                                const FolderOptions &options);

} // namespace snug
