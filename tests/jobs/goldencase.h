// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The reference quantizer's whole-file runs as jobs, from the manifest of the shared test data.

#pragma once

#include "core/jobs/jobspec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace snug::test {

struct GoldenFile
{
    std::string name, sha256;
    std::uint64_t sizeBytes = 0;
};

struct GoldenCase
{
    int id = 0;
    std::string title;
    JobSpec spec; ///< model and importance matrix by their names alone; no output yet
    bool succeeds = true;
    bool unreadable = false; ///< the reference's own file cannot be read back
    std::vector<GoldenFile> files;
    std::map<std::string, std::string> types; ///< of each tensor
};

/// All cases; none when the manifest is absent. An option that is not known aborts: a case must not go by unseen.
const std::vector<GoldenCase> &goldenCases();

} // namespace snug::test
