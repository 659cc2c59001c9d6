// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A checkpoint folder on its way: slices to its shards, and the record of how it was made when it is done.

#pragma once

#include "core/exporters/folderwriter.h"
#include "core/jobs/pipeline/variantoutput.h"
#include "core/jobs/prepare.h"

namespace snug {

class FolderOutput : public VariantOutput
{
public:
    /// Errors: those of FolderWriter::create().
    static Result<std::unique_ptr<VariantOutput>> create(const PreparedJob &job, std::size_t variant, Ledger &ledger);

    Result<void> write(const Slice &slice, std::span<const std::byte> bytes) override;
    Result<void> finish() override;
    Result<void> commit(const JobReport &report) override;
    std::vector<OutputReport> files() const override;
    std::vector<std::string> notes() const override;

private:
    FolderOutput(const PreparedJob &job, std::size_t variant, FolderWriter writer)
        : m_job(job), m_variant(variant), m_writer(std::move(writer))
    {
    }

    const PreparedJob &m_job;
    std::size_t m_variant;
    FolderWriter m_writer;
};

} // namespace snug
