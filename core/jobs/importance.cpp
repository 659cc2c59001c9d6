// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/importance.h"

#include "core/base/inputfile.h"
#include "core/calib/importancefile.h"
#include "core/formats/bytesource.h"
#include "core/jobs/importancecoverage.h"
#include "core/jobs/importancematch.h"
#include "core/jobs/prepare.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

bool hasPart(const ImatrixEntry &entry, const std::string &part) { return entry.name.find(part) != std::string::npos; }

/// A file that a run left behind when it stopped is a matrix, of less text than was meant.
void noteUnfinished(ImportancePlan &plan)
{
    const std::uint64_t planned = plan.matrix.metadata.unsignedAt(kImportancePlannedKey).value_or(0);
    if (plan.matrix.chunkCount < planned)
        plan.notes.push_back(
            fmt::format("The importance matrix is of a run that stopped after {} of {} chunks of text.",
                        plan.matrix.chunkCount, planned));
}

/// Keeps the entries the filters let through, and notes filters without effect.
Result<void> filter(const JobSpec &spec, ImportancePlan &plan)
{
    if (!spec.includeWeights.empty() && !spec.excludeWeights.empty())
        return fail(ErrorCode::Usage, "--include-weights and --exclude-weights are given together. Give one of them.");
    const bool including = !spec.includeWeights.empty();
    const std::vector<std::string> &parts = including ? spec.includeWeights : spec.excludeWeights;
    auto &entries = plan.matrix.entries;
    for (const std::string &part : parts)
        if (std::ranges::none_of(entries, [&](const ImatrixEntry &entry) { return hasPart(entry, part); }))
            plan.notes.push_back(fmt::format("{} {} matches no entry of the importance matrix.",
                                             including ? "--include-weights" : "--exclude-weights", part));
    if (!parts.empty())
        std::erase_if(entries, [&](const ImatrixEntry &entry) {
            const bool matches =
                std::ranges::any_of(parts, [&](const std::string &part) { return hasPart(entry, part); });
            if (matches != including)
                plan.removed.insert(entry.name);
            return matches != including;
        });
    if (entries.empty())
        plan.notes.push_back("The filters leave no entry of the importance matrix: quantized as if there were none.");
    return {};
}

std::uint64_t valueCount(const std::vector<ImportancePiece> &pieces)
{
    std::uint64_t sum = 0;
    for (const ImportancePiece &piece : pieces)
        sum += piece.count;
    return sum;
}

/// At most 127 bytes of UTF-8, whole characters.
std::string cut(std::string text)
{
    constexpr std::size_t kMaxBytes = 127;
    if (text.size() <= kMaxBytes)
        return text;
    std::size_t end = kMaxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end);
}

/// Checks the values of an entry that nobody will use, in small steps.
Result<void> checkValues(const ByteSource &source, const ImatrixEntry &entry)
{
    std::vector<float> some(16 * 1024);
    for (std::uint64_t first = 0; first < entry.valueCount; first += some.size()) {
        const std::uint64_t count = std::min<std::uint64_t>(some.size(), entry.valueCount - first);
        SNUG_TRY(readImatrixValues(source, entry, first, std::span(some).first(count)));
    }
    return {};
}

} // namespace

Result<std::optional<ImportancePlan>> planImportance(const JobSpec &spec, const Model &model,
                                                     const std::vector<std::string> &sourceNames)
{
    if (spec.imatrix.empty()) {
        if (!spec.includeWeights.empty() || !spec.excludeWeights.empty())
            return fail(ErrorCode::Usage, "--include-weights and --exclude-weights choose entries of an importance "
                                          "matrix, but none is given. Give one (--imatrix).");
        return std::optional<ImportancePlan>();
    }
    auto file = InputFile::open(spec.imatrix);
    SNUG_TRY(file);
    const FileSource source(*file);
    auto matrix = readImatrix(source);
    SNUG_TRY(matrix);
    ImportancePlan plan;
    plan.file = spec.imatrix;
    plan.matrix = *std::move(matrix);
    noteUnfinished(plan);
    SNUG_TRY(filter(spec, plan));
    SNUG_TRY(matchImportance(plan, model, sourceNames, !spec.pruneLayers.empty()));
    SNUG_TRY(noteUnseenExperts(source, plan, sourceNames));
    return std::optional(std::move(plan));
}

void setImportanceKeys(GgufMetadata &metadata, const std::string &file, const Imatrix &matrix)
{
    metadata.set("quantize.imatrix.file", GgufValue::string(cut(file)));
    if (!matrix.datasets.empty())
        metadata.set("quantize.imatrix.dataset", GgufValue::string(cut(matrix.datasets.front())));
    metadata.set("quantize.imatrix.entries_count", GgufValue::u32(static_cast<std::uint32_t>(matrix.entries.size())));
    if (matrix.chunkCount > 0 && matrix.chunkCount <= INT32_MAX)
        metadata.set("quantize.imatrix.chunks_count", GgufValue::u32(static_cast<std::uint32_t>(matrix.chunkCount)));
}

Result<ImportanceValues> ImportanceValues::load(const PreparedJob &job, Ledger &ledger)
{
    ImportanceValues values;
    if (!job.importance)
        return values;
    const ImportancePlan &plan = *job.importance;
    auto file = InputFile::open(plan.file);
    SNUG_TRY(file);
    const FileSource source(*file);
    auto buffer = HostBuffer::take(ledger, Component::Statistics, job.importanceBytes());
    SNUG_TRY(buffer);
    values.m_values = *std::move(buffer);
    values.m_places.resize(plan.tensors.size());
    std::vector<bool> read(plan.matrix.entries.size());
    std::size_t at = 0;
    for (std::size_t t = 0; t < plan.tensors.size(); ++t) {
        if (!job.usesImportance(t))
            continue;
        values.m_places[t] = {at, valueCount(plan.tensors[t])};
        for (const ImportancePiece &piece : plan.tensors[t]) {
            const auto into = values.m_values.floats().subspan(at, piece.count);
            at += piece.count;
            if (!piece.entry) {
                std::ranges::fill(into, 1.0F);
                continue;
            }
            const ImatrixEntry &entry = plan.matrix.entries[*piece.entry];
            SNUG_TRY(readImatrixValues(source, entry, piece.first, into));
            read[*piece.entry] = read[*piece.entry] || piece.count == entry.valueCount;
        }
    }
    for (std::size_t e = 0; e < read.size(); ++e)
        if (!read[e])
            SNUG_TRY(checkValues(source, plan.matrix.entries[e]));
    return values;
}

std::span<const float> ImportanceValues::of(std::size_t tensorIndex) const
{
    if (tensorIndex >= m_places.size())
        return {};
    const auto bytes = m_values.bytes();
    const auto *floats = reinterpret_cast<const float *>(bytes.data());
    return {floats + m_places[tensorIndex].first, m_places[tensorIndex].count};
}

} // namespace snug
