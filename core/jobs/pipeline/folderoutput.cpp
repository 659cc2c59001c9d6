// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/folderoutput.h"

#include "core/jobs/figures.h"
#include "core/jobs/folderrecord.h"

namespace snug {

Result<std::unique_ptr<VariantOutput>> FolderOutput::create(const PreparedJob &job, std::size_t variant, Ledger &ledger)
{
    auto writer = FolderWriter::create(*job.variants[variant].folder,
                                       job.spec.overwrite ? Overwrite::Yes : Overwrite::No, ledger);
    SNUG_TRY(writer);
    return std::unique_ptr<VariantOutput>(new FolderOutput(job, variant, *std::move(writer)));
}

Result<void> FolderOutput::write(const Slice &slice, std::span<const std::byte> bytes)
{
    SNUG_TRY(m_writer.write(slice.tensorIndex, slice.firstWeight, slice.weightCount, bytes));
    return slice.lastOfTensor ? m_writer.finishTensor(slice.tensorIndex) : Result<void>();
}

/// Empty tensors have no slices.
Result<void> FolderOutput::finish()
{
    for (std::size_t t = 0; t < m_job.model->tensors.size(); ++t)
        if (m_job.model->tensors[t].weightCount() == 0)
            SNUG_TRY(m_writer.finishTensor(t));
    return m_writer.finish();
}

Result<void> FolderOutput::commit(const JobReport &report)
{
    const auto shards = m_writer.files();
    return m_writer.commit(folderRecord(m_job, m_variant, shards, report));
}

std::vector<std::string> FolderOutput::notes() const { return m_writer.notes(); }

std::vector<OutputReport> FolderOutput::files() const
{
    const Variant &variant = m_job.variants[m_variant];
    const double bits = bitsPerWeight(m_job, m_variant);
    std::vector<OutputReport> reports;
    for (const FolderFile &shard : m_writer.files())
        reports.push_back(
            {variant.level, (variant.folder->folder / shard.name).string(), shard.sha256, shard.sizeBytes, bits});
    return reports;
}

} // namespace snug
