// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The GGUF form, the choice between the forms, and the values of both.

#include "core/formats/imatrix.h"

#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "core/formats/imatrixdat.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace snug {
namespace {

tl::unexpected<Error> bad(const ByteSource &source, std::string_view what)
{
    return fail(ErrorCode::BadInput, fmt::format("{}: {}", source.name(), what), source.name());
}

/// The tensors that make an entry; `exact` is there in files of unfinished runs only.
struct Parts
{
    const GgufTensor *sums = nullptr;
    const GgufTensor *counts = nullptr;
    const GgufTensor *exact = nullptr;
};

std::map<std::string, Parts> partsOf(const GgufHeader &header)
{
    std::map<std::string, Parts> entries;
    for (const GgufTensor &tensor : header.tensors)
        for (const auto &[suffix, part] :
             {std::pair(kImatrixSumsSuffix, &Parts::sums), std::pair(kImatrixCountsSuffix, &Parts::counts),
              std::pair(kImatrixExactSuffix, &Parts::exact)})
            if (tensor.name.ends_with(suffix))
                entries[tensor.name.substr(0, tensor.name.size() - suffix.size())].*part = &tensor;
    return entries;
}

/// For messages: fmt writes "nan".
template <class T> std::string words(T value)
{
    return std::isnan(value) ? std::string("NaN") : fmt::format("{}", value);
}

std::uint64_t valuesOf(const GgufTensor &tensor) { return tensor.sizeBytes / sizeof(float); }

Result<ImatrixEntry> entryOf(const ByteSource &source, const std::string &name, const Parts &parts)
{
    const std::string quoted = quoteName(name);
    if (!parts.sums || !parts.counts)
        return bad(source,
                   fmt::format("The entry {} has {}, both are needed. The importance matrix is incomplete; make "
                               "it again.",
                               quoted, parts.sums ? "sums but no counts" : "counts but no sums"));
    for (const GgufTensor *tensor : {parts.sums, parts.counts})
        if (tensor->type != TensorType::F32)
            return bad(source, fmt::format("The entry {} is stored as {}, F32 is needed. The importance matrix is "
                                           "damaged, or made by a newer program.",
                                           quoted, tensorTypeName(tensor->type)));
    ImatrixEntry entry;
    entry.name = name;
    entry.valueCount = valuesOf(*parts.sums);
    entry.countCount = valuesOf(*parts.counts);
    entry.sumsOffset = parts.sums->offset;
    entry.countsOffset = parts.counts->offset;
    if (entry.valueCount / parts.sums->dims[0] != entry.countCount)
        return bad(source,
                   fmt::format("The entry {} has sums for {} experts but counts for {}. The importance matrix is "
                               "damaged; make it again.",
                               quoted, entry.valueCount / parts.sums->dims[0], entry.countCount));
    if (!parts.exact)
        return entry;
    if (parts.exact->type != TensorType::F64 || parts.exact->dims != parts.sums->dims)
        return bad(source, fmt::format("The entry {} has unrounded sums that are no doubles or have another shape than "
                                       "the sums. The importance matrix is damaged; make it again.",
                                       quoted));
    entry.exactOffset = parts.exact->offset;
    return entry;
}

Result<Imatrix> readGgufForm(const ByteSource &source)
{
    auto header = readGgufHeader(source);
    if (!header)
        return fail(std::move(header).error());
    const GgufValue *const texts = header->metadata.find(kImatrixDatasetsKey);
    const auto datasets = texts ? texts->asStrings() : std::optional<std::vector<std::string>>();
    const auto chunkCount = header->metadata.unsignedAt(kImatrixChunkCountKey);
    if (!datasets || !chunkCount)
        return bad(source, header->metadata.find("general.architecture")
                               ? "The file is a model, not an importance matrix. Choose the file that was made from it."
                               : "The file does not have the keys of an importance matrix (imatrix.datasets and "
                                 "imatrix.chunk_count). Choose another file.");
    Imatrix matrix;
    matrix.datasets = *datasets;
    matrix.chunkCount = *chunkCount;
    matrix.chunkSize = header->metadata.unsignedAt(kImatrixChunkSizeKey).value_or(0);
    matrix.metadata = header->metadata;
    for (const auto &[name, parts] : partsOf(*header)) {
        if (name.empty())
            return bad(source, "An entry of the importance matrix has no name. The file is damaged.");
        auto entry = entryOf(source, name, parts);
        if (!entry)
            return fail(std::move(entry).error());
        matrix.entries.push_back(*std::move(entry));
    }
    return matrix;
}

template <class T>
tl::unexpected<Error> senseless(const ByteSource &source, const ImatrixEntry &entry, T sum, std::uint64_t column)
{
    return bad(source, fmt::format("The entry {} has {} for column {}; only numbers from 0 make sense. The "
                                   "importance matrix is damaged; make it again.",
                                   quoteName(entry.name), words(sum), column));
}

tl::unexpected<Error> badCount(const ByteSource &source, const ImatrixEntry &entry, float count,
                               std::string_view wanted)
{
    return bad(source,
               fmt::format("The entry {} has a count of {}; counts are {}. The importance matrix is damaged; make it "
                           "again.",
                           quoteName(entry.name), words(count), wanted));
}

Result<void> checkRange(const ImatrixEntry &entry, std::uint64_t first, std::size_t count)
{
    if (first > entry.valueCount || count > entry.valueCount - first)
        return fail(ErrorCode::Internal,
                    fmt::format("Columns beyond the end of entry {} are asked for.", quoteName(entry.name)));
    return {};
}

/// What the sums of one count are divided by; nothing for an expert that no token has reached.
Result<std::optional<float>> divisor(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t index)
{
    if (entry.countsOffset == 0)
        return std::optional<float>(entry.calls > 0 ? static_cast<float>(entry.calls) : 1.0F);
    std::array<float, 1> count{};
    if (auto done = source.readAt(entry.countsOffset + index * sizeof(float), std::as_writable_bytes(std::span(count)));
        !done)
        return fail(std::move(done).error());
    if (!std::isfinite(count[0]) || count[0] < 0)
        return badCount(source, entry, count[0], "numbers from 0");
    return count[0] > 0 ? std::optional<float>(count[0]) : std::nullopt;
}

/// Divides sums of one expert into means, checking both.
Result<void> divide(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t first, std::span<float> values,
                    std::optional<float> count)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float sum = values[i];
        values[i] = count ? sum / *count : 1.0F;
        if (!(sum >= 0) || !std::isfinite(sum) || !std::isfinite(values[i]))
            return senseless(source, entry, sum, first + i);
    }
    return {};
}

} // namespace

Result<Imatrix> readImatrix(const ByteSource &source)
{
    std::array<char, 4> magic{};
    if (source.sizeBytes() >= magic.size()) {
        if (auto done = source.readAt(0, std::as_writable_bytes(std::span(magic))); !done)
            return fail(std::move(done).error());
    }
    const bool isGguf = std::string_view(magic.data(), magic.size()) == "GGUF";
    auto matrix = isGguf ? readGgufForm(source) : readImatrixDat(source);
    if (matrix && matrix->entries.empty())
        return bad(source, "The importance matrix has no entries. Choose another file.");
    return matrix;
}

Result<void> readImatrixValues(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t first,
                               std::span<float> into)
{
    SNUG_TRY(checkRange(entry, first, into.size()));
    if (auto done = source.readAt(entry.sumsOffset + first * sizeof(float), std::as_writable_bytes(into)); !done)
        return fail(std::move(done).error());
    const std::uint64_t columns = entry.valueCount / entry.countCount;
    for (std::uint64_t at = 0; at < into.size();) {
        const std::uint64_t expert = (first + at) / columns;
        const std::uint64_t count = std::min<std::uint64_t>(into.size() - at, (expert + 1) * columns - first - at);
        auto by = divisor(source, entry, expert);
        if (!by)
            return fail(std::move(by).error());
        SNUG_TRY(divide(source, entry, first + at, into.subspan(at, count), *by));
        at += count;
    }
    return {};
}

Result<void> readImatrixSums(const ByteSource &source, const ImatrixEntry &entry, std::uint64_t first,
                             std::span<double> into)
{
    SNUG_TRY(checkRange(entry, first, into.size()));
    std::vector<float> rounded(into.size());
    SNUG_TRY(source.readAt(entry.sumsOffset + first * sizeof(float), std::as_writable_bytes(std::span(rounded))));
    if (entry.exactOffset != 0)
        SNUG_TRY(source.readAt(entry.exactOffset + first * sizeof(double), std::as_writable_bytes(into)));
    else
        std::ranges::copy(rounded, into.begin());
    for (std::size_t i = 0; i < into.size(); ++i) {
        if (!(into[i] >= 0) || !std::isfinite(rounded[i]))
            return senseless(source, entry, into[i], first + i);
        if (static_cast<float>(into[i]) != rounded[i])
            return bad(source, fmt::format("The entry {} has {} for column {}, unrounded {}: these are not the same. "
                                           "The importance matrix is damaged; make it again.",
                                           quoteName(entry.name), words(rounded[i]), first + i, words(into[i])));
    }
    return {};
}

Result<std::vector<std::uint64_t>> readImatrixCounts(const ByteSource &source, const ImatrixEntry &entry)
{
    constexpr float kMost = 9007199254740992.0F; // 2^53
    if (entry.countsOffset == 0)
        return std::vector<std::uint64_t>(entry.countCount, static_cast<std::uint64_t>(std::max(entry.calls, 1)));
    std::vector<float> stored(entry.countCount);
    SNUG_TRY(source.readAt(entry.countsOffset, std::as_writable_bytes(std::span(stored))));
    std::vector<std::uint64_t> counts;
    counts.reserve(stored.size());
    for (const float count : stored) {
        if (!(count >= 0 && count <= kMost) || count != std::floor(count))
            return badCount(source, entry, count, "whole numbers from 0");
        counts.push_back(static_cast<std::uint64_t>(count));
    }
    return counts;
}

Result<std::vector<bool>> reachedExperts(const ByteSource &source, const ImatrixEntry &entry)
{
    std::vector<bool> reached(entry.countCount, true);
    if (entry.countsOffset == 0)
        return reached;
    std::vector<float> counts(entry.countCount);
    SNUG_TRY(source.readAt(entry.countsOffset, std::as_writable_bytes(std::span(counts))));
    for (std::size_t i = 0; i < counts.size(); ++i)
        reached[i] = counts[i] != 0;
    return reached;
}

} // namespace snug
