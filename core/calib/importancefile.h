// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices as files: written whole or half way through a run, read back, continued and merged.

#pragma once

#include "core/base/atomicfile.h"
#include "core/base/result.h"
#include "core/calib/importancesums.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Tokens of a chunk in a .dat, which does not say: what the reference's program takes unless told otherwise.
inline constexpr std::uint64_t kDatChunkSize = 512;

/// The key that a file of an unfinished run has: chunks the run was to take.
inline constexpr std::string_view kImportancePlannedKey = "snug.imatrix.chunks_planned";

/// What sums were made from. The fingerprints are any text that changes with the thing, and are compared as they are.
struct ImportanceRecord
{
    std::vector<std::string> datasets; ///< names of the texts
    std::uint64_t chunkCount = 0;      ///< pieces of text that went in so far
    std::uint64_t chunkSize = 0;       ///< tokens of a piece
    std::uint64_t chunksPlanned = 0;   ///< pieces that the run was to take; with chunkCount or less the run is complete
    std::string model;                 ///< fingerprint of the model; empty when unknown
    std::string text;                  ///< fingerprint of the text's tokens; empty when unknown or of several texts

    bool unfinished() const { return chunkCount < chunksPlanned; }
};

/// A matrix read from a file, or several merged.
struct ImportanceMatrix
{
    ImportanceRecord record;
    ImportanceSums sums;
    std::vector<std::string> notes; ///< what a person should know: other models, a guessed size of chunks
};

/// Writes the GGUF form that the reference's quantizer and core/formats/imatrix.h read (see writeImatrix()), with keys
/// of Snug's own behind: snug.imatrix.model and snug.imatrix.text where the fingerprints are known, and in an
/// unfinished matrix snug.imatrix.chunks_planned. That one also has the sums as doubles, so that a run which is
/// continued gives the same bytes as one that never stopped. Errors: those of writeImatrix(); BadInput for more chunks
/// than 32 bits hold.
Result<void> writeImportance(const std::filesystem::path &target, const ImportanceRecord &record,
                             const ImportanceSums &sums, Overwrite overwrite);

/// Reads a matrix of either form. Of a .dat the sums are means times calls times `datChunkSize`, one count for all
/// experts, and experts that were not reached cannot be told from others. Errors: those of readImatrix(),
/// readImatrixSums() and readImatrixCounts(); Usage for chunks of no tokens; DoesNotFit.
Result<ImportanceMatrix> readImportance(const std::filesystem::path &path, Ledger &ledger,
                                        std::uint64_t datChunkSize = kDatChunkSize);

/// Adds files up, in this order. Datasets are listed one after the other; chunks are added up while they have one size,
/// else counted anew in the size of the first. The model's fingerprint stays where all files agree, that of the text
/// goes. Holds one matrix and one weight. Errors: as readImportance(); Usage without files; BadInput naming weight and
/// file where shapes differ.
Result<ImportanceMatrix> mergeImportance(std::span<const std::filesystem::path> files, Ledger &ledger,
                                         std::uint64_t datChunkSize = kDatChunkSize);

/// Where a run that writes `target` keeps what it has so far: target + ".resume".
std::filesystem::path importanceResumePath(const std::filesystem::path &target);

/// Whether a run described by `wanted` can go on from `found`, which was read from `path`: same model, text and size of
/// chunks, and no more chunks than wanted. Errors: BadInput naming what differs.
Result<void> checkContinues(const ImportanceRecord &found, const ImportanceRecord &wanted,
                            const std::filesystem::path &path);

/// A fingerprint of a text as a model reads it: SHA-256 of its token ids, lower-case hex.
std::string tokensFingerprint(std::span<const std::int32_t> tokens);

} // namespace snug
