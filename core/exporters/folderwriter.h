// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Writes a planned folder. It grows as FOLDER.part beside its place and gets its name when it is complete.

#pragma once

#include "core/base/atomicfolder.h"
#include "core/exporters/folderplan.h"
#include "core/memory/ledger.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// A finished file of the folder.
struct FolderFile
{
    std::string name;
    std::uint64_t sizeBytes = 0;
    std::string sha256;
};

/// Whether a folder is one that Snug made, with nothing in it that Snug does not put there: only such a one is ever
/// replaced.
bool isOwnFolder(const std::filesystem::path &folder);

/// One thread at a time. Without commit() nothing stays.
class FolderWriter
{
public:
    /// Creates FOLDER.part, copies and writes the small files and creates the shards with their space reserved. What an
    /// earlier run left there is taken away; see AtomicFolder. `plan` outlives the writer, and stays as it is but for
    /// the peaks of its matrices. Errors: Usage when FOLDER is there and may not be replaced, or has something in
    /// it that Snug did not make (it is never taken away then), or when another running Snug writes it; DoesNotFit for
    /// disk and ledger; Io.
    static Result<FolderWriter> create(const FolderPlan &plan, Overwrite overwrite, Ledger &ledger);

    FolderWriter(FolderWriter &&) noexcept;
    FolderWriter &operator=(FolderWriter &&) noexcept;
    ~FolderWriter(); ///< takes away what is not committed

    /// Bytes of some weights of a tensor: as Exporter::encode() gives them, or as the source has them. Slices may come
    /// in any order, each once; of matrices that keep bytes (Exporter::keptBytes) only one is under way at a time.
    /// Errors: Internal for bytes that do not fit the plan; DoesNotFit; Io.
    Result<void> write(std::size_t tensor, std::uint64_t firstWeight, std::uint64_t weightCount,
                       std::span<const std::byte> bytes);
    /// After the last weights of a tensor: writes what slices leave out, and takes its checksum when its turn has come.
    /// Errors: Internal when weights are missing; DoesNotFit; Io.
    Result<void> finishTensor(std::size_t tensor);
    /// Brings all files to the disk. After it their hashes are known and only snug.json and the name are missing.
    /// Errors: Internal when a tensor is not finished; DoesNotFit; Io.
    Result<void> finish();
    /// Adds snug.json and gives the folder its name; finish() comes before. A folder that is replaced goes last, and
    /// comes back on failure. Errors: as create().
    Result<void> commit(std::string_view snugJson);

    /// The shards, in order. Hashes are there after finish().
    std::vector<FolderFile> files() const;
    /// Small files that could not be read and are not there for it, one sentence each.
    const std::vector<std::string> &notes() const;

private:
    struct State;
    explicit FolderWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace snug
