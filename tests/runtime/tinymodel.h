// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A small model in memory, with all its values at hand.

#pragma once

#include "core/backends/backends.h"
#include "core/runtime/forwardpass.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug::test {

constexpr std::uint64_t kTinyEmbedding = 8, kTinyVocabulary = 12;

/// The same numbers every time, about -0.5 to 0.5.
inline std::vector<float> tinyValues(std::uint64_t count, std::uint32_t seed)
{
    std::vector<float> values(count);
    for (float &value : values) {
        seed = seed * 1664525U + 1013904223U;
        value = static_cast<float>(seed >> 8) / 16777216.0F - 0.5F;
    }
    return values;
}

inline void addTensor(Model &model, std::string name, std::vector<std::uint64_t> dims)
{
    ModelTensor tensor;
    tensor.name = std::move(name);
    tensor.dims = std::move(dims);
    tensor.source.values = tinyValues(tensor.weightCount(), static_cast<std::uint32_t>(model.tensors.size()) + 1);
    tensor.source.sizeBytes = tensor.weightCount() * sizeof(float);
    model.tensors.push_back(std::move(tensor));
}

/// Two layers, heads of four numbers, two of queries and one of keys. `experts`: four of them in each layer.
inline Model tinyModel(std::string architecture = "llama", bool experts = false)
{
    Model model;
    model.path = "tiny.gguf";
    model.architecture = architecture;
    Hyperparameters &hyper = model.hyper;
    hyper.layerCount = 2;
    hyper.embeddingLength = kTinyEmbedding;
    hyper.headCount = 2;
    hyper.headCountKv = 1;
    hyper.keyLength = hyper.valueLength = 4;
    hyper.vocabularySize = kTinyVocabulary;
    hyper.contextLength = 64;
    addTensor(model, "token_embd.weight", {kTinyEmbedding, kTinyVocabulary});
    addTensor(model, "output_norm.weight", {kTinyEmbedding});
    for (int layer = 0; layer < 2; ++layer) {
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        addTensor(model, prefix + "attn_norm.weight", {8});
        addTensor(model, prefix + "attn_q.weight", {8, 8});
        addTensor(model, prefix + "attn_k.weight", {8, 4});
        addTensor(model, prefix + "attn_v.weight", {8, 4});
        addTensor(model, prefix + "attn_output.weight", {8, 8});
        addTensor(model, prefix + "ffn_norm.weight", {8});
        const std::string end = experts ? "_exps.weight" : ".weight";
        const auto shape = [&](std::uint64_t cols, std::uint64_t rows) {
            return experts ? std::vector<std::uint64_t>{cols, rows, 4} : std::vector<std::uint64_t>{cols, rows};
        };
        if (experts)
            addTensor(model, prefix + "ffn_gate_inp.weight", {8, 4});
        addTensor(model, prefix + "ffn_gate" + end, shape(8, 12));
        addTensor(model, prefix + "ffn_up" + end, shape(8, 12));
        addTensor(model, prefix + "ffn_down" + end, shape(12, 8));
    }
    if (experts) {
        model.hyper.expertCount = 4;
        model.metadata.append(architecture + ".expert_used_count", GgufValue::u32(2));
    }
    return model;
}

inline ModelTensor &tensorOf(Model &model, std::string_view name)
{
    return *std::ranges::find(model.tensors, name, &ModelTensor::name);
}

inline void removeTensor(Model &model, std::string_view name)
{
    std::erase_if(model.tensors, [&](const ModelTensor &tensor) { return tensor.name == name; });
}

} // namespace snug::test
