// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Hidden states of many sequences between layers: in memory, or in a file without a name where they would pass the
// limit.

#pragma once

#include "core/base/result.h"
#include "core/memory/ledger.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace snug {

/// One thread at a time.
class SequenceStore
{
public:
    /// Room for `floats` numbers, undefined. In memory up to `memoryBytes`, else in a file in `folder` that goes when
    /// the store does, however the program ends.
    /// Errors: DoesNotFit; Io naming the folder where no file can be made or the disk is full.
    static Result<SequenceStore> make(Ledger &ledger, std::uint64_t floats, std::uint64_t memoryBytes,
                                      const std::filesystem::path &folder);
    SequenceStore(SequenceStore &&other) noexcept;
    SequenceStore &operator=(SequenceStore &&other) noexcept;
    ~SequenceStore();

    bool onDisk() const { return m_descriptor >= 0; }
    Result<void> read(std::uint64_t firstFloat, std::span<float> into) const;
    Result<void> write(std::uint64_t firstFloat, std::span<const float> from);

private:
    SequenceStore() = default;

    HostBuffer m_memory;
    int m_descriptor = -1;
    Ledger::Lease m_disk;
    std::filesystem::path m_folder;
};

} // namespace snug
