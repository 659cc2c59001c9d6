// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices: for the columns of every weight, how much they mattered when a text was run through the model.
// Two forms, told apart by their first bytes: GGUF with sums and counts, and the older .dat.

#pragma once

#include "core/base/result.h"
#include "core/formats/ggufvalue.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

class ByteSource;

/// What the matrix has for one weight: one value a column, expert after expert.
struct ImatrixEntry
{
    std::string name;               ///< of the weight, "blk.0.ffn_down_exps.weight"
    std::uint64_t valueCount = 0;   ///< columns of all experts
    std::uint64_t countCount = 1;   ///< how many counts there are: one an expert; divides valueCount
    std::uint64_t sumsOffset = 0;   ///< where valueCount floats lie in the file
    std::uint64_t countsOffset = 0; ///< where countCount floats lie; 0 where `calls` says it
    std::uint64_t exactOffset = 0;  ///< where valueCount doubles lie, the same sums before rounding; 0 for none
    std::int32_t calls = 0;         ///< .dat only: what the sums are divided by; not where it is 0 or less
};

/// A matrix as its headers describe it. Values are read entry by entry, when they are wanted.
struct Imatrix
{
    std::vector<ImatrixEntry> entries; ///< by name
    std::vector<std::string> datasets; ///< names of the texts, as written by whoever made it
    std::uint64_t chunkCount = 0;      ///< pieces of text; 0 when the file does not say
    std::uint64_t chunkSize = 0;       ///< tokens of a piece; 0 when the file does not say
    GgufMetadata metadata;             ///< all keys of the GGUF form
};

/// Ends of the names of an entry's tensors in the GGUF form. The third is Snug's own, which others pass over.
inline constexpr std::string_view kImatrixSumsSuffix = ".in_sum2";
inline constexpr std::string_view kImatrixCountsSuffix = ".counts";
inline constexpr std::string_view kImatrixExactSuffix = ".snug_sum2";
inline constexpr std::string_view kImatrixDatasetsKey = "imatrix.datasets";
inline constexpr std::string_view kImatrixChunkCountKey = "imatrix.chunk_count";
inline constexpr std::string_view kImatrixChunkSizeKey = "imatrix.chunk_size";

/// Reads what entries there are, in either form. Reads no values; every count is held against the bytes that are there.
/// Errors: BadInput with the file, and the entry where there is one, for a damaged or cut file, one that is no
/// importance matrix, entries without sums or counts or with shapes that contradict each other; those of the source.
Result<Imatrix> readImatrix(const ByteSource &source);

/// Mean squares of the columns `first` .. `first + into.size()` of an entry: sum / count in float, and 1 for all
/// columns of an expert that no token has reached. As the reference computes them (release v0.5.0). Errors: BadInput
/// naming entry and column for a value or count that is NaN, infinite or negative; those of the source.
Result<void> readImatrixValues(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t first,
                               std::span<float> into);

/// The sums of squares themselves, `first` .. `first + into.size()` of an entry; unrounded where the file has them so.
/// Of a .dat, which holds means times calls: what they are multiplied with is up to the caller. Errors: as
/// readImatrixValues().
Result<void> readImatrixSums(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t first,
                             std::span<double> into);

/// How many rows went into the sums, one number an expert. Of a .dat: the calls, at least 1. Errors: BadInput naming
/// the entry for a count that is no whole number from 0 to 2^53; those of the source.
Result<std::vector<std::uint64_t>> readImatrixCounts(const ByteSource &source, const ImatrixEntry &entry);

/// For each count of an entry, whether any token has reached that expert; where none has, values are 1. Errors: those
/// of the source.
Result<std::vector<bool>> reachedExperts(const ByteSource &source, const ImatrixEntry &entry);

} // namespace snug
