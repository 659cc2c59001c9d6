// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The files of one level of a GGUF, written one behind the other and given their names together.

#pragma once

#include "core/formats/gguf.h"
#include "core/jobs/pipeline/variantoutput.h"
#include "core/jobs/prepare.h"

#include <vector>

namespace snug {

class GgufOutput : public VariantOutput
{
public:
    /// Errors: those of GgufWriter::create().
    static Result<std::unique_ptr<VariantOutput>> create(const PreparedJob &job, std::size_t variant);

    /// Slices come in output order. Errors: those of GgufWriter::append().
    Result<void> write(const Slice &slice, std::span<const std::byte> bytes) override;
    Result<void> finish() override;
    /// When it fails for one file, takes the names of the others back. Errors: those of GgufWriter::commit().
    Result<void> commit(const JobReport &report) override;
    std::vector<OutputReport> files() const override;

private:
    GgufOutput(const PreparedJob &job, std::size_t variant) : m_job(job), m_variant(variant) {}

    const PreparedJob &m_job;
    std::size_t m_variant;
    std::vector<GgufWriter> m_files;
    std::size_t m_current = 0;
};

} // namespace snug
