// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Laid out as the usual programs write them: two blanks a level, ASCII only.

#include "core/exporters/folderfiles.h"

#include "core/base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace snug {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

template <class AnyJson> std::string asText(const AnyJson &json)
{
    return json.dump(kIndent, ' ', /*ensure_ascii=*/true) + '\n';
}

/// An object with its keys in the order of the text.
Result<Json> parseOrdered(std::string_view text, std::string_view what)
{
    SNUG_TRY(parseJson(text, what)); // with all its checks; only the order of keys is lost there
    Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return fail(ErrorCode::BadInput, fmt::format("{} is no JSON object. The model is damaged.", what));
    return json;
}

std::vector<std::string> floatModules(const FolderPlan &plan, const ExportView &view)
{
    std::vector<std::string> modules;
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        if (view.tensors[i].linear && !plan.tensors[i].matrix)
            modules.push_back(view.tensors[i].module);
    }
    // A tied head has no tensor of its own, and readers make a module of it all the same.
    if (view.tiedEmbeddings && std::ranges::find(modules, "lm_head") == modules.end())
        modules.push_back("lm_head");
    return modules;
}

std::string indexOf(const FolderPlan &plan)
{
    std::uint64_t totalBytes = 0;
    std::map<std::string, std::string> shardOf;
    for (const ShardPlan &shard : plan.shards) {
        for (const SafetensorsWriter::Tensor &tensor : shard.tensors) {
            totalBytes += tensor.sizeBytes().value_or(0);
            shardOf.emplace(tensor.name, shard.fileName);
        }
    }
    // Sorted, as a map is: an ordered object would be searched from its start for every tensor.
    nlohmann::json index;
    index["metadata"]["total_size"] = totalBytes;
    index["weight_map"] = shardOf;
    return asText(index);
}

} // namespace

Result<void> addDescriptions(FolderPlan &plan, const ExportView &view)
{
    Result<Json> config = parseOrdered(view.config, "config.json");
    if (!config)
        return fail(std::move(config).error().inFile(view.model.path.string()));
    const std::string said = plan.exporter->quantizationConfig(floatModules(plan, view), view.dtype);
    Result<Json> quantization = parseOrdered(said, "quantization_config");
    if (!quantization)
        return fail(ErrorCode::Internal, std::move(quantization).error().message);
    if (const std::string_view name = plan.exporter->quantizationFile(); !name.empty())
        plan.files.push_back({std::string(name), {}, asText(*quantization)});
    (*config)["quantization_config"] = *std::move(quantization);
    plan.files.push_back({"config.json", {}, asText(*config)});
    if (plan.shards.size() > 1)
        plan.files.push_back({"model.safetensors.index.json", {}, indexOf(plan)});
    return {};
}

} // namespace snug
