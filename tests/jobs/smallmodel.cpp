// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/jobs/smallmodel.h"

#include <cstdlib>
#include <limits>

namespace snug::test {

namespace {

using Tensor = GgufWriter::Tensor;

GgufMetadata metadataFor(const SmallModel &model)
{
    GgufMetadata metadata;
    const auto number = [&](const char *key, std::uint64_t value) {
        metadata.append(model.architecture + "." + key, GgufValue::u32(static_cast<std::uint32_t>(value)));
    };
    metadata.append("general.architecture", GgufValue::string(model.architecture));
    metadata.append("general.name", GgufValue::string("small"));
    number("block_count", static_cast<std::uint64_t>(model.layers));
    number("context_length", 2048);
    number("embedding_length", model.hidden);
    number("feed_forward_length", model.feedForward);
    number("attention.head_count", 4);
    number("attention.head_count_kv", 4);
    if (model.experts > 0)
        number("expert_count", model.experts);
    metadata.append("general.file_type", GgufValue::u32(0));
    return metadata;
}

std::vector<Tensor> tensorsFor(const SmallModel &model)
{
    std::vector<Tensor> tensors{{"output_norm.weight", {model.hidden}, TensorType::F32},
                                {"token_embd.weight", {model.hidden, model.vocabulary}, TensorType::F32}};
    for (int layer = 0; layer < model.layers; ++layer) {
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        for (const char *name : {"attn_k", "attn_output", "attn_q", "attn_v"})
            tensors.push_back({prefix + name + ".weight", {model.hidden, model.hidden}, TensorType::F32});
        tensors.push_back({prefix + "ffn_down.weight", {model.feedForward, model.hidden}, TensorType::F32});
        tensors.push_back({prefix + "ffn_up.weight", {model.hidden, model.feedForward}, TensorType::F32});
        if (model.experts > 0)
            tensors.push_back(
                {prefix + "ffn_up_exps.weight", {model.hidden, model.feedForward, model.experts}, TensorType::F32});
    }
    return tensors;
}

std::vector<float> valuesFor(const SmallModel &model, const Tensor &tensor, std::uint32_t &state)
{
    std::uint64_t count = 1;
    for (std::uint64_t dim : tensor.dims)
        count *= dim;
    std::vector<float> values(count);
    for (float &value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
        value *= model.scale;
    }
    if (tensor.name == "blk." + std::to_string(model.nanLayer) + ".ffn_up.weight")
        values[3 * model.hidden + 5] = std::numeric_limits<float>::quiet_NaN();
    if (model.hugeValue != 0 && tensor.name == "blk.0.ffn_up.weight")
        values[0] = model.hugeValue;
    return values;
}

void require(bool fine)
{
    if (!fine)
        std::abort();
}

} // namespace

void writeSmallModel(const std::filesystem::path &path, const SmallModel &model)
{
    const std::vector<Tensor> tensors = tensorsFor(model);
    auto writer = GgufWriter::create(path, metadataFor(model), tensors, Overwrite::Yes);
    require(writer.has_value());
    std::uint32_t state = 1;
    for (const Tensor &tensor : tensors) {
        const std::vector<float> values = valuesFor(model, tensor, state);
        require(writer->append(std::as_bytes(std::span(values))).has_value());
    }
    require(writer->commit().has_value());
}

void writeSmallMatrix(const std::filesystem::path &path, const std::vector<SmallEntry> &entries)
{
    GgufMetadata metadata;
    metadata.append("general.type", GgufValue::string("imatrix"));
    metadata.append("imatrix.datasets", GgufValue::strings(std::vector<std::string>{"text.txt"}));
    metadata.append("imatrix.chunk_count", GgufValue::u32(3));
    std::vector<Tensor> tensors;
    for (const SmallEntry &entry : entries) {
        tensors.push_back(
            {entry.name + ".in_sum2", {entry.values.size() / entry.experts, entry.experts}, TensorType::F32});
        tensors.push_back({entry.name + ".counts", {1, entry.experts}, TensorType::F32});
    }
    auto writer = GgufWriter::create(path, metadata, tensors, Overwrite::Yes);
    require(writer.has_value());
    for (const SmallEntry &entry : entries) {
        const auto counts = entry.counts.empty() ? std::vector<float>(entry.experts, 1.0F) : entry.counts;
        require(writer->append(std::as_bytes(std::span(entry.values))).has_value());
        require(writer->append(std::as_bytes(std::span(counts))).has_value());
    }
    require(writer->commit().has_value());
}

} // namespace snug::test
