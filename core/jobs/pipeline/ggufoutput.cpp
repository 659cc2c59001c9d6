// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/ggufoutput.h"

#include "core/jobs/figures.h"

namespace snug {

Result<std::unique_ptr<VariantOutput>> GgufOutput::create(const PreparedJob &job, std::size_t variant)
{
    std::unique_ptr<GgufOutput> made(new GgufOutput(job, variant));
    for (const OutputPart &part : job.variants[variant].parts) {
        auto writer = GgufWriter::create(part.path, part.metadata, part.tensors,
                                         job.spec.overwrite ? Overwrite::Yes : Overwrite::No);
        SNUG_TRY(writer);
        made->m_files.push_back(*std::move(writer));
    }
    return made;
}

Result<void> GgufOutput::write(const Slice &, std::span<const std::byte> bytes)
{
    while (m_files[m_current].complete() && m_current + 1 < m_files.size())
        ++m_current;
    return m_files[m_current].append(bytes);
}

Result<void> GgufOutput::finish()
{
    for (GgufWriter &file : m_files)
        SNUG_TRY(file.finish());
    return {};
}

Result<void> GgufOutput::commit(const JobReport &)
{
    for (std::size_t i = 0; i < m_files.size(); ++i)
        if (auto done = m_files[i].commit(); !done) {
            for (std::size_t earlier = 0; earlier < i; ++earlier)
                m_files[earlier].withdraw();
            return done;
        }
    return {};
}

std::vector<OutputReport> GgufOutput::files() const
{
    const Variant &variant = m_job.variants[m_variant];
    const double bits = bitsPerWeight(m_job, m_variant);
    std::vector<OutputReport> reports;
    for (std::size_t i = 0; i < m_files.size(); ++i)
        reports.push_back(
            {variant.level, variant.parts[i].path.string(), m_files[i].sha256(), m_files[i].sizeBytes(), bits});
    return reports;
}

} // namespace snug
