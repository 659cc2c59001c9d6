// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where the slices of one variant go: the files of a GGUF or a folder. They appear together or not at all.

#pragma once

#include "core/base/atomicfile.h"
#include "core/jobs/pipeline/slices.h"
#include "core/jobs/report.h"
#include "core/memory/ledger.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace snug {

/// One thread. What is not committed is taken away when it ends.
class VariantOutput
{
public:
    VariantOutput() = default;
    virtual ~VariantOutput() = default;
    VariantOutput(const VariantOutput &) = delete;
    VariantOutput &operator=(const VariantOutput &) = delete;

    /// Bytes of the next slice.
    virtual Result<void> write(const Slice &slice, std::span<const std::byte> bytes) = 0;
    /// Brings everything to the disk; only the names are missing then.
    virtual Result<void> finish() = 0;
    /// Gives everything its name. `report` has all that is known of the run.
    virtual Result<void> commit(const JobReport &report) = 0;
    /// Files with weights, in order. After commit().
    virtual std::vector<OutputReport> files() const = 0;
    /// What could not come along, one sentence each.
    virtual std::vector<std::string> notes() const { return {}; }
};

/// Creates the output of a variant: partial files, with their space reserved. `job` outlives it.
Result<std::unique_ptr<VariantOutput>> createOutput(const PreparedJob &job, std::size_t variant, Ledger &ledger);

} // namespace snug
