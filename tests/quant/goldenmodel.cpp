// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/quant/goldenmodel.h"

#include <charconv>
#include <fstream>

namespace snug::test {

namespace {

int layerOf(std::string_view name)
{
    constexpr std::string_view kPrefix = "blk.";
    int layer = -1;
    if (name.starts_with(kPrefix))
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), layer);
    return layer;
}

std::uint32_t keyAt(const nlohmann::ordered_json &metadata, const std::string &key, std::uint32_t otherwise)
{
    return metadata.value(key, otherwise);
}

} // namespace

void addTensor(Model &model, std::string name, std::vector<std::uint64_t> dims, TensorType type)
{
    ModelTensor tensor;
    tensor.layer = layerOf(name);
    tensor.name = std::move(name);
    tensor.sourceName = tensor.name;
    tensor.dims = std::move(dims);
    tensor.type = type;
    tensor.source.type = type;
    model.tensors.push_back(std::move(tensor));
}

Model llamaModel(std::uint32_t layers, std::uint32_t heads, std::uint32_t headsKv, std::uint64_t width)
{
    Model model;
    model.architecture = "llama";
    model.hyper.layerCount = layers;
    model.hyper.headCount = heads;
    model.hyper.headCountKv = headsKv;
    addTensor(model, "output.weight", {width, 512}, TensorType::F16);
    addTensor(model, "output_norm.weight", {width}, TensorType::F32);
    addTensor(model, "token_embd.weight", {width, 512}, TensorType::F16);
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        for (const char *name : {"attn_k", "attn_output", "attn_q", "attn_v", "ffn_down", "ffn_gate", "ffn_up"})
            addTensor(model, prefix + name + ".weight", {width, 64}, TensorType::F16);
        for (const char *name : {"attn_norm", "ffn_norm"})
            addTensor(model, prefix + name + ".weight", {width}, TensorType::F32);
    }
    return model;
}

Model mixModel(const nlohmann::ordered_json &mix)
{
    const auto &metadata = mix.at("metadata");
    Model model;
    model.architecture = metadata.at("general.architecture").get<std::string>();
    const std::string arch = model.architecture + ".";
    model.hyper.layerCount = keyAt(metadata, arch + "block_count", 0);
    model.hyper.headCount = keyAt(metadata, arch + "attention.head_count", 0);
    model.hyper.headCountKv = keyAt(metadata, arch + "attention.head_count_kv", model.hyper.headCount);
    model.hyper.expertCount = keyAt(metadata, arch + "expert_count", 0);
    for (const auto &tensor : mix.at("tensors")) {
        const TensorTypeInfo *type = findTensorType(tensor.at(2).get<std::string>());
        addTensor(model, tensor.at(0).get<std::string>(), tensor.at(1).get<std::vector<std::uint64_t>>(),
                  type ? type->type : TensorType::Q8_K);
    }
    return model;
}

nlohmann::ordered_json readJson(const std::filesystem::path &path)
{
    std::ifstream file(path);
    return nlohmann::ordered_json::parse(file, nullptr, /*allow_exceptions=*/false);
}

std::uint64_t bytesOf(const Model &model, std::span<const TensorType> types, std::uint64_t alignment)
{
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < model.tensors.size(); ++i) {
        const auto bytes = tensorBytes(types[i], model.tensors[i].dims);
        if (!bytes)
            return 0;
        total += (*bytes + alignment - 1) / alignment * alignment;
    }
    return total;
}

} // namespace snug::test
