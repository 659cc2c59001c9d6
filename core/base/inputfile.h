// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A file opened for bounded reads. Weights are read, not mapped: a mapped file that shrinks kills the process with
// SIGBUS, a read returns an error; and what is read is counted in the ledger, where mapped pages are not.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace snug {

/// Read-only file. Const methods are thread safe (positioned reads).
class InputFile
{
public:
    /// Errors: Io with the system's reason when it cannot be opened; BadInput when it is not a regular file.
    static Result<InputFile> open(const std::filesystem::path &path);
    InputFile(InputFile &&other) noexcept;
    InputFile &operator=(InputFile &&other) noexcept;
    ~InputFile();

    const std::filesystem::path &path() const { return m_path; }
    std::uint64_t sizeBytes() const { return m_sizeBytes; }

    /// Fills `into` from `offset`. Errors: BadInput when the file ends before (it says where), Io when reading fails.
    Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const;
    /// Tells the system that these bytes will be wanted soon. Never fails.
    void willNeed(std::uint64_t offset, std::uint64_t sizeBytes) const;
    /// Tells the system that these bytes are done with, so that the page cache can drop them. Never fails.
    void doneWith(std::uint64_t offset, std::uint64_t sizeBytes) const;

private:
    InputFile() = default;

    std::filesystem::path m_path;
    std::uint64_t m_sizeBytes = 0;
    int m_descriptor = -1;
};

} // namespace snug
