// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tensors are chosen, then dealt to shards in the order of the source, then described.

#include "core/exporters/folderplan.h"

#include "core/base/sizes.h"
#include "core/exporters/folderchoice.h"
#include "core/exporters/folderfiles.h"
#include "core/formats/names.h"
#include "core/formats/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <unordered_set>

namespace snug {
namespace {

using Tensors = std::vector<SafetensorsWriter::Tensor>;

// What a tensor takes in a shard's header beyond its name, at most as models have them.
constexpr std::uint64_t kEntryBytes = 160;

tl::unexpected<Error> badTensor(const ExportView &view, const ModelTensor &tensor, ErrorCode code,
                                std::string_view what)
{
    const std::string path = view.model.path.string();
    return fail(code, fmt::format("{}: Tensor {} {}.", path, quoteName(tensor.name), what), path, std::nullopt,
                tensor.name);
}

Result<Tensors> tensorsOf(const ExportView &view, const ModelTensor &tensor, const FolderTensor &chosen,
                          const Exporter &exporter)
{
    if (chosen.matrix)
        return exporter.tensorsOf(*chosen.matrix);
    const std::string_view dtype = tensorTypeName(tensor.type);
    if (tensorTypeInfo(tensor.type).blockLength != 1 || !safetensorsDtypeBits(dtype))
        return badTensor(view, tensor, ErrorCode::Unsupported,
                         fmt::format("is stored as {}, which a checkpoint folder cannot hold", dtype));
    return Tensors{{tensor.name, std::string(dtype), {tensor.dims.rbegin(), tensor.dims.rend()}}};
}

/// Bytes of some tensors; nothing on overflow or for a dtype that is none.
std::optional<std::uint64_t> sumOf(const Tensors &tensors)
{
    std::optional<std::uint64_t> sum = 0;
    for (const SafetensorsWriter::Tensor &tensor : tensors) {
        const std::optional<std::uint64_t> sizeBytes = tensor.sizeBytes();
        sum = sizeBytes ? checkedAdd(*sum, *sizeBytes) : std::nullopt;
        if (!sum)
            return std::nullopt;
    }
    return sum;
}

/// Deals tensors to shards, all of a matrix to one.
class Dealer
{
public:
    Dealer(FolderPlan &plan, std::uint64_t shardBytes) : m_plan(plan), m_shardBytes(shardBytes) {}

    /// False on overflow, or for a name that is there twice.
    bool deal(FolderTensor &chosen, Tensors tensors);
    Result<void> finish(const ExportView &view);

private:
    FolderPlan &m_plan;
    std::uint64_t m_shardBytes;
    std::uint64_t m_usedBytes = 0;  ///< of the last shard
    std::uint64_t m_totalBytes = 0; ///< of all; only so that no sum overflows
    std::unordered_set<std::string> m_names;
};

bool Dealer::deal(FolderTensor &chosen, Tensors tensors)
{
    const std::optional<std::uint64_t> dataBytes = sumOf(tensors);
    if (!dataBytes)
        return false;
    std::uint64_t entryBytes = 0;
    for (const SafetensorsWriter::Tensor &tensor : tensors) {
        if (!m_names.insert(tensor.name).second)
            return false;
        entryBytes += tensor.name.size() + kEntryBytes;
    }
    const std::optional<std::uint64_t> wanted = checkedAdd(*dataBytes, entryBytes);
    const std::optional<std::uint64_t> total = wanted ? checkedAdd(m_totalBytes, *wanted) : std::nullopt;
    if (!total)
        return false;
    m_totalBytes = *total;
    const bool full = m_usedBytes > m_shardBytes || *wanted > m_shardBytes - m_usedBytes;
    if (m_plan.shards.empty() || (full && !m_plan.shards.back().tensors.empty())) {
        m_plan.shards.emplace_back();
        m_usedBytes = 0;
    }
    m_usedBytes += *wanted;
    Tensors &shard = m_plan.shards.back().tensors;
    chosen.shard = m_plan.shards.size() - 1;
    chosen.firstTensor = shard.size();
    chosen.tensorCount = tensors.size();
    chosen.sizeBytes = *dataBytes;
    std::ranges::move(tensors, std::back_inserter(shard));
    return true;
}

Result<void> Dealer::finish(const ExportView &view)
{
    const std::size_t count = m_plan.shards.size();
    for (std::size_t i = 0; i < count; ++i) {
        ShardPlan &shard = m_plan.shards[i];
        shard.fileName =
            count == 1 ? "model.safetensors" : fmt::format("model-{:05}-of-{:05}.safetensors", i + 1, count);
        const std::optional<std::uint64_t> sizeBytes = SafetensorsWriter::fileBytes(shard.tensors);
        if (!sizeBytes)
            return fail(ErrorCode::BadInput,
                        fmt::format("{}: {} would be larger than a safetensors file can be, or hold names that it "
                                    "cannot. The model is damaged, or shards are too large for it.",
                                    view.model.path.string(), shard.fileName),
                        view.model.path.string());
        shard.sizeBytes = *sizeBytes;
    }
    return {};
}

} // namespace

std::uint64_t FolderPlan::outputBytes() const
{
    std::uint64_t sum = 0;
    for (const ShardPlan &shard : shards)
        sum += shard.sizeBytes;
    for (const CarriedFile &file : files) {
        std::error_code fault; // a file that is gone or may not be looked at takes no room
        const std::uintmax_t size =
            file.source.empty() ? file.text.size() : std::filesystem::file_size(file.source, fault);
        sum += fault ? 0 : size;
    }
    return sum;
}

std::uint64_t FolderPlan::keptBytes() const
{
    std::uint64_t most = 0;
    for (const FolderTensor &tensor : tensors)
        most = std::max(most, tensor.matrix ? exporter->keptBytes(*tensor.matrix) : 0);
    return most;
}

Result<FolderPlan> layOutFolder(const ExportView &view, std::shared_ptr<const Exporter> exporter,
                                const FolderOptions &options)
{
    Result<FolderChoice> choice = chooseTensors(view, *exporter, options);
    if (!choice)
        return fail(std::move(choice).error());
    FolderPlan plan;
    plan.folder = options.folder;
    plan.exporter = std::move(exporter);
    plan.tensors = std::move(choice->tensors);
    plan.notes = std::move(choice->notes);
    plan.files = view.files;
    Dealer dealer(plan, options.shardBytes);
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const ModelTensor &tensor = view.model.tensors[i];
        Result<Tensors> made = tensorsOf(view, tensor, plan.tensors[i], *plan.exporter);
        if (!made)
            return fail(std::move(made).error());
        if (!dealer.deal(plan.tensors[i], *std::move(made)))
            return badTensor(view, tensor, ErrorCode::BadInput,
                             "has a name that is there twice, or is larger than 64 bits can count");
    }
    SNUG_TRY(dealer.finish(view));
    SNUG_TRY(addDescriptions(plan, view));
    return plan;
}

} // namespace snug
