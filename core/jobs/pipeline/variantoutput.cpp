// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/variantoutput.h"

#include "core/jobs/pipeline/folderoutput.h"
#include "core/jobs/pipeline/ggufoutput.h"

namespace snug {

Result<std::unique_ptr<VariantOutput>> createOutput(const PreparedJob &job, std::size_t variant, Ledger &ledger)
{
    return job.variants[variant].folder ? FolderOutput::create(job, variant, ledger) : GgufOutput::create(job, variant);
}

} // namespace snug
