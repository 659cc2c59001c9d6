// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The job options that plan and quantize share.

#pragma once

#include "core/base/result.h"
#include "core/jobs/jobspec.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace snug::cli {

/// Raw words of a command line, turned into a JobSpec after parsing.
struct JobOptions
{
    JobSpec spec;
    std::string levels, ram, vram;
    bool json = false;

    /// Errors: Usage for a size that is none, or an empty list of levels.
    Result<JobSpec> jobSpec() const;
};

enum class NeedsOutput { No, Yes };

void addJobOptions(CLI::App &command, JobOptions &options, NeedsOutput needsOutput);

} // namespace snug::cli
