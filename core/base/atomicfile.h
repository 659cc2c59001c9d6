// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An output that appears whole or not at all: written as NAME.part, synced, renamed.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace snug {

enum class Overwrite { No, Yes };

/// Writes TARGET.part and gives it its name in commit(). The destructor removes the partial file unless committed.
/// The partial file is locked as long as it is being written: what a killed run left behind is replaced, what another
/// running Snug writes is left alone. One thread at a time.
class AtomicFile
{
public:
    /// Creates TARGET.part, and the folders above it where they are missing.
    /// Errors: Usage when the target exists and `overwrite` is No, when it is a folder, or when another running Snug is
    /// writing it; DoesNotFit when the disk is full; else Io with the system's reason.
    static Result<AtomicFile> create(const std::filesystem::path &target, Overwrite overwrite);
    AtomicFile(AtomicFile &&other) noexcept;
    AtomicFile &operator=(AtomicFile &&other) noexcept;
    ~AtomicFile();

    /// Reserves disk space for the whole file; where the file system cannot, looks whether that much is free.
    /// Errors: DoesNotFit when the disk is full; Io when no file may be that large.
    Result<void> reserve(std::uint64_t sizeBytes);
    /// Appends. Errors: DoesNotFit when the disk is full, else Io.
    Result<void> append(std::span<const std::byte> bytes);
    std::uint64_t sizeBytes() const { return m_sizeBytes; }
    /// Brings all bytes to the disk, so that only the name is missing. Errors: DoesNotFit; Io.
    Result<void> sync();
    /// Syncs unless done, renames to the target and syncs the folder. Errors: Usage when `overwrite` is No and the
    /// target has come to exist meanwhile; DoesNotFit; Io. After an error the partial file is still there, for
    /// discard().
    Result<void> commit();
    /// Removes the partial file. Safe to call twice.
    void discard();
    /// Removes the target after commit(), for files that belong together when another of them could not be named. What
    /// the target replaced is not brought back. Nothing without a commit().
    void withdraw();

private:
    AtomicFile() = default;

    std::filesystem::path m_target;
    std::filesystem::path m_part;
    Overwrite m_overwrite = Overwrite::No;
    std::uint64_t m_sizeBytes = 0;
    std::uint64_t m_reservedBytes = 0;
    int m_descriptor = -1;
    bool m_synced = false;
    bool m_committed = false;
};

/// Bytes a non-root user can still write on the file system that holds `path` (or its nearest existing parent).
/// Errors: Io with the system's reason, or when the file system does not tell.
Result<std::uint64_t> freeDiskBytes(const std::filesystem::path &path);

} // namespace snug
