// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Writes importance matrices in the GGUF form, laid out as the reference's llama-imatrix lays them out.

#pragma once

#include "core/base/atomicfile.h"
#include "core/base/result.h"
#include "core/formats/ggufvalue.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace snug {

/// One weight. sums [counts.size() x columns], expert after expert: squares of each input column added up; counts: rows
/// that went in. The spans must outlive the call.
struct ImatrixSums
{
    std::string name;
    std::span<const double> sums;
    std::span<const std::uint64_t> counts;
};

struct ImatrixWriteOptions
{
    std::vector<std::string> datasets;
    std::uint32_t chunkCount = 0;
    std::uint32_t chunkSize = 0;
    GgufMetadata moreKeys;  ///< behind the usual keys; readers pass over what they do not know
    bool unrounded = false; ///< the sums also as doubles, for going on with them later
    Overwrite overwrite = Overwrite::No;
};

/// Writes general.type, imatrix.datasets, imatrix.chunk_count, imatrix.chunk_size, the other keys, and by name for
/// every entry NAME.in_sum2 [columns, experts] and NAME.counts [1, experts] in F32. Entries that no row has reached are
/// left out: a reader then says that they are missing. Rounding: to nearest, ties to even; counts above 2^24 too, as
/// there. Errors: BadInput naming the entry for sums that are not finite or too large for F32, names that are too long
/// and when there is nothing to write; Internal for shapes that contradict; those of AtomicFile. Source: tools/imatrix
/// of the reference (release v0.5.0 and later).
Result<void> writeImatrix(const std::filesystem::path &target, const ImatrixWriteOptions &options,
                          std::vector<ImatrixSums> entries);

} // namespace snug
