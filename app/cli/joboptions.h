// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The job options that plan and quantize share.

#pragma once

#include "core/base/result.h"
#include "core/jobs/jobspec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace snug::cli {

/// Raw words of a command line, turned into a JobSpec after parsing.
struct JobOptions
{
    JobSpec spec;
    std::string levels, ram, vram, splitSize;
    std::vector<std::string> tensorTypeFiles;
    bool json = false;

    /// Patterns of --tensor-type-file come after those named directly.
    /// Errors: Usage for a size that is none; those of reading a --tensor-type-file and its words.
    Result<JobSpec> jobSpec() const;
};

/// The size that follows `option`, nothing for an empty text. Errors: Usage for one that is none, or 0.
Result<std::optional<std::uint64_t>> sizeOption(const std::string &text, const char *option);

/// As many as a job takes.
constexpr int kMostThreads = 1024;

enum class NeedsOutput { No, Yes };

void addJobOptions(CLI::App &command, JobOptions &options, NeedsOutput needsOutput);

} // namespace snug::cli
