// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Adds up importance matrices, for tests/interop. usage: addmatrices OUT IN... writes the sum of the files and
// prints its figures as JSON.

#include "core/calib/importancefile.h"
#include "core/calib/importancestatistics.h"

#include <cstdio>

using namespace snug;

namespace {

Result<void> run(const std::filesystem::path &target, const std::vector<std::filesystem::path> &files)
{
    Ledger ledger;
    const auto merged = mergeImportance(files, ledger);
    SNUG_TRY(merged);
    SNUG_TRY(writeImportance(target, merged->record, merged->sums, Overwrite::Yes));
    std::printf("%s\n", importanceJson(importanceStatistics(merged->sums)).c_str());
    return {};
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: addmatrices OUT IN...\n");
        return 2;
    }
    const auto done = run(argv[1], {argv + 2, argv + argc});
    if (!done)
        std::fprintf(stderr, "error: %s\n", done.error().message.c_str());
    return done ? 0 : exitCode(done.error().code);
}
