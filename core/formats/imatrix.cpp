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

constexpr std::string_view kDatasetsKey = "imatrix.datasets";
constexpr std::string_view kChunkCountKey = "imatrix.chunk_count";
constexpr std::string_view kSumsSuffix = ".in_sum2";
constexpr std::string_view kCountsSuffix = ".counts";

tl::unexpected<Error> bad(const ByteSource &source, std::string_view what)
{
    return fail(ErrorCode::BadInput, fmt::format("{}: {}", source.name(), what), source.name());
}

/// The two tensors that make an entry.
struct Pair
{
    const GgufTensor *sums = nullptr;
    const GgufTensor *counts = nullptr;
};

std::map<std::string, Pair> pairsOf(const GgufHeader &header)
{
    std::map<std::string, Pair> pairs;
    for (const GgufTensor &tensor : header.tensors) {
        const std::string_view name = tensor.name;
        if (name.ends_with(kSumsSuffix))
            pairs[std::string(name.substr(0, name.size() - kSumsSuffix.size()))].sums = &tensor;
        else if (name.ends_with(kCountsSuffix))
            pairs[std::string(name.substr(0, name.size() - kCountsSuffix.size()))].counts = &tensor;
    }
    return pairs;
}

/// For messages: fmt writes "nan".
std::string words(float value) { return std::isnan(value) ? std::string("NaN") : fmt::format("{}", value); }

std::uint64_t valuesOf(const GgufTensor &tensor) { return tensor.sizeBytes / sizeof(float); }

Result<ImatrixEntry> entryOf(const ByteSource &source, const std::string &name, const Pair &pair)
{
    const std::string quoted = quoteName(name);
    if (!pair.sums || !pair.counts)
        return bad(source,
                   fmt::format("The entry {} has {}, both are needed. The importance matrix is incomplete; make "
                               "it again.",
                               quoted, pair.sums ? "sums but no counts" : "counts but no sums"));
    for (const GgufTensor *tensor : {pair.sums, pair.counts})
        if (tensor->type != TensorType::F32)
            return bad(source, fmt::format("The entry {} is stored as {}, F32 is needed. The importance matrix is "
                                           "damaged, or made by a newer program.",
                                           quoted, tensorTypeName(tensor->type)));
    ImatrixEntry entry;
    entry.name = name;
    entry.valueCount = valuesOf(*pair.sums);
    entry.countCount = valuesOf(*pair.counts);
    entry.sumsOffset = pair.sums->offset;
    entry.countsOffset = pair.counts->offset;
    if (entry.valueCount / pair.sums->dims[0] != entry.countCount)
        return bad(source,
                   fmt::format("The entry {} has sums for {} experts but counts for {}. The importance matrix is "
                               "damaged; make it again.",
                               quoted, entry.valueCount / pair.sums->dims[0], entry.countCount));
    return entry;
}

Result<Imatrix> readGgufForm(const ByteSource &source)
{
    auto header = readGgufHeader(source);
    if (!header)
        return fail(std::move(header).error());
    const auto datasets = header->metadata.find(kDatasetsKey) ? header->metadata.find(kDatasetsKey)->asStrings()
                                                              : std::optional<std::vector<std::string>>();
    const auto chunkCount = header->metadata.unsignedAt(kChunkCountKey);
    if (!datasets || !chunkCount)
        return bad(source, header->metadata.find("general.architecture")
                               ? "The file is a model, not an importance matrix. Choose the file that was made from it."
                               : "The file does not have the keys of an importance matrix (imatrix.datasets and "
                                 "imatrix.chunk_count). Choose another file.");
    Imatrix matrix;
    matrix.datasets = *datasets;
    matrix.chunkCount = *chunkCount;
    for (const auto &[name, pair] : pairsOf(*header)) {
        if (name.empty())
            return bad(source, "An entry of the importance matrix has no name. The file is damaged.");
        auto entry = entryOf(source, name, pair);
        if (!entry)
            return fail(std::move(entry).error());
        matrix.entries.push_back(*std::move(entry));
    }
    return matrix;
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
        return bad(source,
                   fmt::format("The entry {} has a count of {}; counts are numbers from 0. The importance matrix "
                               "is damaged; make it again.",
                               quoteName(entry.name), words(count[0])));
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
            return bad(source, fmt::format("The entry {} has {} for column {}; only numbers from 0 make sense. The "
                                           "importance matrix is damaged; make it again.",
                                           quoteName(entry.name), words(sum), first + i));
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
    if (first > entry.valueCount || into.size() > entry.valueCount - first)
        return fail(ErrorCode::Internal,
                    fmt::format("Columns beyond the end of entry {} are asked for.", quoteName(entry.name)));
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
