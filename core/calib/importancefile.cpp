// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/calib/importancefile.h"

#include "core/base/inputfile.h"
#include "core/base/sha256.h"
#include "core/formats/bytesource.h"
#include "core/formats/imatrix.h"
#include "core/formats/imatrixwriter.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace snug {
namespace {

constexpr std::string_view kModelKey = "snug.imatrix.model";
constexpr std::string_view kTextKey = "snug.imatrix.text";

/// A .dat says neither size nor number of its chunks for sure.
bool isDat(const ImatrixEntry &entry) { return entry.countsOffset == 0; }

ImportanceRecord recordOf(const Imatrix &matrix, std::uint64_t datChunkSize)
{
    ImportanceRecord record;
    record.datasets = matrix.datasets;
    record.chunkCount = matrix.chunkCount;
    record.chunkSize = isDat(matrix.entries.front()) ? datChunkSize : matrix.chunkSize;
    record.chunksPlanned = matrix.metadata.unsignedAt(kImportancePlannedKey).value_or(0);
    record.model = matrix.metadata.stringAt(kModelKey).value_or(std::string());
    record.text = matrix.metadata.stringAt(kTextKey).value_or(std::string());
    return record;
}

/// Reads one weight and adds it. Memory for it is held in the ledger meanwhile.
Result<void> addFrom(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t datChunkSize, Ledger &ledger,
                     ImportanceSums &sums)
{
    auto counts = readImatrixCounts(source, entry);
    SNUG_TRY(counts);
    auto buffer = HostBuffer::take(ledger, Component::Statistics, entry.valueCount * sizeof(double));
    SNUG_TRY(buffer);
    const std::span values(reinterpret_cast<double *>(buffer->bytes().data()), entry.valueCount);
    SNUG_TRY(readImatrixSums(source, entry, 0, values));
    if (isDat(entry)) {
        for (double &value : values)
            value *= static_cast<double>(datChunkSize);
        for (std::uint64_t &count : *counts)
            count *= datChunkSize;
    }
    return sums.addEntry({entry.name, entry.valueCount / entry.countCount, values, *counts});
}

std::uint64_t largestCount(const ImportanceSums &sums)
{
    std::uint64_t most = 0;
    for (const ImportanceEntry &entry : sums.entries())
        most = std::max(most, std::ranges::max(entry.counts));
    return most;
}

/// Joins what two matrices were made from; `sums` are those of both.
void join(ImportanceRecord &record, const ImportanceRecord &more, const ImportanceSums &sums)
{
    record.datasets.insert(record.datasets.end(), more.datasets.begin(), more.datasets.end());
    if (record.chunkSize == more.chunkSize || record.chunkSize == 0)
        record.chunkCount += more.chunkCount;
    else
        record.chunkCount = largestCount(sums) / record.chunkSize;
    if (record.model != more.model)
        record.model.clear();
    record.text.clear();
}

/// Reads a file into sums that may hold others. Gives what the file was made from.
Result<ImportanceRecord> addFile(const std::filesystem::path &path, std::uint64_t datChunkSize, Ledger &ledger,
                                 ImportanceSums &sums, std::vector<std::string> &notes)
{
    auto file = InputFile::open(path);
    SNUG_TRY(file);
    const FileSource source(*file);
    auto matrix = readImatrix(source);
    SNUG_TRY(matrix);
    const bool guessed = isDat(matrix->entries.front());
    if (guessed && datChunkSize == 0)
        return fail(ErrorCode::Usage, fmt::format("Chunks of 0 tokens are given for {}. Give their length when it was "
                                                  "made, at least 1.",
                                                  path.string()));
    for (const ImatrixEntry &entry : matrix->entries)
        if (auto added = addFrom(source, entry, datChunkSize, ledger, sums); !added)
            return fail(std::move(added.error().inFile(path.string())));
    if (guessed)
        notes.push_back(
            fmt::format("{} does not say how long its chunks are; {} tokens are taken.", path.string(), datChunkSize));
    return recordOf(*matrix, datChunkSize);
}

void noteUnfinished(const std::filesystem::path &path, const ImportanceRecord &record, std::vector<std::string> &notes)
{
    if (record.unfinished())
        notes.push_back(fmt::format("{} is of a run that stopped after {} of {} chunks.", path.string(),
                                    record.chunkCount, record.chunksPlanned));
}

tl::unexpected<Error> cannotContinue(const std::filesystem::path &path, const std::string &why)
{
    return fail(
        ErrorCode::BadInput,
        fmt::format("The run cannot go on from {}: {}. Begin anew with --restart, or give what it was made with.",
                    path.string(), why),
        path.string());
}

} // namespace

Result<void> writeImportance(const std::filesystem::path &target, const ImportanceRecord &record,
                             const ImportanceSums &sums, Overwrite overwrite)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max(); // the reference reads it as i32
    if (record.chunkCount > kMost || record.chunkSize > kMost)
        return fail(ErrorCode::BadInput,
                    fmt::format("An importance matrix of {} chunks of {} tokens cannot be written: {} is the most of "
                                "either. Use fewer or shorter ones.",
                                record.chunkCount, record.chunkSize, kMost));
    ImatrixWriteOptions options;
    options.datasets = record.datasets;
    options.chunkCount = static_cast<std::uint32_t>(record.chunkCount);
    options.chunkSize = static_cast<std::uint32_t>(record.chunkSize);
    options.unrounded = record.unfinished();
    options.overwrite = overwrite;
    if (!record.model.empty())
        options.moreKeys.set(std::string(kModelKey), GgufValue::string(record.model));
    if (!record.text.empty())
        options.moreKeys.set(std::string(kTextKey), GgufValue::string(record.text));
    if (record.unfinished())
        options.moreKeys.set(std::string(kImportancePlannedKey), GgufValue::u64(record.chunksPlanned));
    std::vector<ImatrixSums> entries;
    for (const ImportanceEntry &entry : sums.entries())
        entries.push_back({std::string(entry.name), entry.sums, entry.counts});
    return writeImatrix(target, options, std::move(entries));
}

Result<ImportanceMatrix> readImportance(const std::filesystem::path &path, Ledger &ledger, std::uint64_t datChunkSize)
{
    ImportanceMatrix matrix{{}, ImportanceSums(ledger), {}};
    auto record = addFile(path, datChunkSize, ledger, matrix.sums, matrix.notes);
    SNUG_TRY(record);
    matrix.record = *std::move(record);
    return matrix;
}

Result<ImportanceMatrix> mergeImportance(std::span<const std::filesystem::path> files, Ledger &ledger,
                                         std::uint64_t datChunkSize)
{
    if (files.empty())
        return fail(ErrorCode::Usage, "No importance matrices to merge were given. Give at least one.");
    auto merged = readImportance(files.front(), ledger, datChunkSize);
    SNUG_TRY(merged);
    noteUnfinished(files.front(), merged->record, merged->notes);
    merged->record.chunksPlanned = 0;
    for (const std::filesystem::path &path : files.subspan(1)) {
        auto more = addFile(path, datChunkSize, ledger, merged->sums, merged->notes);
        SNUG_TRY(more);
        if (!merged->record.model.empty() && !more->model.empty() && merged->record.model != more->model)
            merged->notes.push_back(
                fmt::format("{} was made from another model file than {}.", path.string(), files.front().string()));
        noteUnfinished(path, *more, merged->notes);
        join(merged->record, *more, merged->sums);
    }
    return merged;
}

std::filesystem::path importanceResumePath(const std::filesystem::path &target)
{
    std::filesystem::path path = target;
    path += ".resume";
    return path;
}

Result<void> checkContinues(const ImportanceRecord &found, const ImportanceRecord &wanted,
                            const std::filesystem::path &path)
{
    if (found.model != wanted.model)
        return cannotContinue(path, "it was made from another model file");
    if (found.text != wanted.text)
        return cannotContinue(path, "it was made from another text");
    if (found.chunkSize != wanted.chunkSize)
        return cannotContinue(
            path, fmt::format("its chunks have {} tokens, {} are wanted", found.chunkSize, wanted.chunkSize));
    if (found.chunkCount > wanted.chunksPlanned)
        return cannotContinue(
            path, fmt::format("it has {} chunks already, {} are wanted", found.chunkCount, wanted.chunksPlanned));
    return {};
}

std::string tokensFingerprint(std::span<const std::int32_t> tokens) { return sha256Hex(std::as_bytes(tokens)); }

} // namespace snug
