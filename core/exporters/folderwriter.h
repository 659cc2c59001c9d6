// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Writes a planned folder. It grows as FOLDER.part beside its place and gets its name when it is complete.

#pragma once

#include "core/base/atomicfile.h"
#include "core/exporters/folderplan.h"
#include "core/memory/ledger.h"

#include <memory>
#include <span>

namespace snug {

/// A finished file of the folder.
struct FolderFile
{
    std::string name;
    std::uint64_t sizeBytes = 0;
    std::string sha256;
};

/// One thread at a time. Without commit() nothing stays.
class FolderWriter
{
public:
    /// Creates FOLDER.part, copies and writes the small files and creates the shards with their space reserved. What an
    /// earlier run left there is taken away; another program's lock on it is an error. `plan` outlives the writer.
    /// Errors: Usage when FOLDER is there and may not be replaced, or is no folder Snug or a model made (it is never
    /// taken away then); DoesNotFit; Io.
    static Result<FolderWriter> create(const FolderPlan &plan, Overwrite overwrite, Ledger &ledger);

    FolderWriter(FolderWriter &&) noexcept;
    FolderWriter &operator=(FolderWriter &&) noexcept;
    ~FolderWriter(); ///< takes away what is not committed

    /// Bytes of some weights of a tensor: as Exporter::encode() gives them, or as the source has them.
    Result<void> write(std::size_t tensor, std::uint64_t firstWeight, std::uint64_t weightCount,
                       std::span<const std::byte> bytes);
    /// After the last weights of a tensor: writes what slices leave out.
    Result<void> finishTensor(std::size_t tensor);
    /// Brings all files to the disk. After it their hashes are known and only snug.json and the name are missing.
    Result<void> finish();
    /// Adds snug.json and gives the folder its name. A folder that is replaced goes last, and comes back on failure.
    Result<void> commit(std::string_view snugJson);

    /// The shards, in order. Hashes are there after finish().
    std::vector<FolderFile> files() const;

private:
    struct State;
    explicit FolderWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace snug
