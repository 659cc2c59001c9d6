// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/imatrixwriter.h"

#include "core/formats/gguf.h"
#include "core/formats/imatrix.h"
#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace snug {
namespace {

constexpr std::size_t kPieceFloats = 4096;

Result<void> checkEntry(const ImatrixSums &entry)
{
    if (entry.counts.empty() || entry.sums.empty() || entry.sums.size() % entry.counts.size() != 0)
        return fail(ErrorCode::Internal, fmt::format("The sums and counts of {} contradict.", quoteName(entry.name)));
    const std::size_t longest = kGgufMaxTensorNameBytes - kImatrixExactSuffix.size();
    if (entry.name.empty() || entry.name.size() > longest || !isPlainText(entry.name))
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} cannot be in an importance matrix: names have 1 to {} bytes of plain "
                                "text. Rename it in the model.",
                                quoteName(entry.name), longest),
                    {}, std::nullopt, entry.name);
    for (std::size_t i = 0; i < entry.sums.size(); ++i)
        if (!(entry.sums[i] >= 0) || !std::isfinite(static_cast<float>(entry.sums[i])))
            return fail(ErrorCode::BadInput,
                        fmt::format("The sum of squares for column {} of {} is {}; the importance matrix holds numbers "
                                    "from 0 to 3.4e38. Use a model and a text without extreme activations.",
                                    i, entry.name, std::isnan(entry.sums[i]) ? "NaN" : fmt::to_string(entry.sums[i])),
                        {}, std::nullopt, entry.name);
    return {};
}

GgufMetadata keysOf(const ImatrixWriteOptions &options)
{
    GgufMetadata keys;
    keys.set("general.type", GgufValue::string("imatrix"));
    keys.set(std::string(kImatrixDatasetsKey), GgufValue::strings(options.datasets));
    keys.set(std::string(kImatrixChunkCountKey), GgufValue::u32(options.chunkCount));
    keys.set(std::string(kImatrixChunkSizeKey), GgufValue::u32(options.chunkSize));
    for (const auto &[key, value] : options.moreKeys.entries())
        keys.set(key, value);
    return keys;
}

std::vector<GgufWriter::Tensor> tensorsOf(const std::vector<ImatrixSums> &entries, bool unrounded)
{
    std::vector<GgufWriter::Tensor> tensors;
    const auto add = [&](const std::string &name, std::string_view suffix, std::uint64_t columns, std::uint64_t rows,
                         TensorType type) {
        tensors.push_back({name + std::string(suffix), {columns, rows}, type});
    };
    for (const ImatrixSums &entry : entries) {
        const std::uint64_t experts = entry.counts.size(), columns = entry.sums.size() / experts;
        add(entry.name, kImatrixSumsSuffix, columns, experts, TensorType::F32);
        add(entry.name, kImatrixCountsSuffix, 1, experts, TensorType::F32);
        if (unrounded)
            add(entry.name, kImatrixExactSuffix, columns, experts, TensorType::F64);
    }
    return tensors;
}

template <class T> Result<void> appendRounded(GgufWriter &writer, std::span<const T> values)
{
    std::array<float, kPieceFloats> piece;
    while (!values.empty()) {
        const std::size_t count = std::min(values.size(), piece.size());
        std::ranges::transform(values.first(count), piece.begin(), [](T value) { return static_cast<float>(value); });
        SNUG_TRY(writer.append(std::as_bytes(std::span(piece).first(count))));
        values = values.subspan(count);
    }
    return {};
}

} // namespace

Result<void> writeImatrix(const std::filesystem::path &target, const ImatrixWriteOptions &options,
                          std::vector<ImatrixSums> entries)
{
    std::erase_if(entries, [](const ImatrixSums &entry) {
        return !entry.counts.empty() && std::ranges::all_of(entry.counts, [](std::uint64_t n) { return n == 0; });
    });
    if (entries.empty())
        return fail(ErrorCode::BadInput, "There is nothing to write into the importance matrix: no row of any "
                                         "activations was seen. Use a longer text.");
    std::ranges::sort(entries, {}, &ImatrixSums::name);
    for (const ImatrixSums &entry : entries)
        SNUG_TRY(checkEntry(entry));
    auto writer = GgufWriter::create(target, keysOf(options), tensorsOf(entries, options.unrounded), options.overwrite);
    SNUG_TRY(writer);
    for (const ImatrixSums &entry : entries) {
        SNUG_TRY(appendRounded(*writer, entry.sums));
        SNUG_TRY(appendRounded(*writer, entry.counts));
        if (options.unrounded)
            SNUG_TRY(writer->append(std::as_bytes(entry.sums)));
    }
    return writer->commit();
}

} // namespace snug
