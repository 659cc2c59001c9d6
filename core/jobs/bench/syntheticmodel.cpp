// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/syntheticmodel.h"

#include "core/formats/gguf.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace snug {

namespace {

using Tensor = GgufWriter::Tensor;

struct Shape
{
    std::uint64_t hidden, feedForward, layers, vocabulary;
    std::uint64_t experts = 0; ///< 0: dense
    std::uint64_t kvWidth() const { return hidden / 4; }
    std::uint64_t layerWeights() const { return hidden * (2 * hidden + 2 * kvWidth() + 3 * feedForward); }
};

/// Widths grow with the size as they do in real families; the layers make up the rest.
Shape denseShape(std::uint64_t sizeBytes)
{
    const std::uint64_t hidden = sizeBytes >= (4ull << 30) ? 4096 : sizeBytes >= (1ull << 30) ? 2048 : 512;
    Shape shape{hidden, hidden * 7 / 2, 1, 32000};
    const std::uint64_t embeddings = 2 * shape.vocabulary * hidden;
    const std::uint64_t weights = std::max(sizeBytes / 2, embeddings + shape.layerWeights());
    shape.layers = std::max<std::uint64_t>(1, (weights - embeddings) / shape.layerWeights());
    return shape;
}

Shape shapeFor(SyntheticShape kind, std::uint64_t sizeBytes)
{
    switch (kind) {
    case SyntheticShape::Dense:
        break;
    case SyntheticShape::LargeEmbedding:
        return {8192, 1024, 1, 128256};
    case SyntheticShape::ManyExperts:
        return {2048, 768, 2, 32000, 128};
    }
    return denseShape(sizeBytes);
}

template <class Add> void addFeedForward(const Shape &shape, const Add &add)
{
    const std::uint64_t hidden = shape.hidden, inner = shape.feedForward, experts = shape.experts;
    if (experts == 0) {
        add("ffn_down", {inner, hidden}, TensorType::BF16);
        add("ffn_gate", {hidden, inner}, TensorType::BF16);
        add("ffn_norm", {hidden}, TensorType::F32);
        add("ffn_up", {hidden, inner}, TensorType::BF16);
        return;
    }
    add("ffn_down_exps", {inner, hidden, experts}, TensorType::BF16);
    add("ffn_gate_exps", {hidden, inner, experts}, TensorType::BF16);
    add("ffn_gate_inp", {hidden, experts}, TensorType::F32);
    add("ffn_norm", {hidden}, TensorType::F32);
    add("ffn_up_exps", {hidden, inner, experts}, TensorType::BF16);
}

std::vector<Tensor> tensorsFor(const Shape &shape)
{
    std::vector<Tensor> tensors{{"output.weight", {shape.hidden, shape.vocabulary}, TensorType::BF16},
                                {"output_norm.weight", {shape.hidden}, TensorType::F32},
                                {"token_embd.weight", {shape.hidden, shape.vocabulary}, TensorType::BF16}};
    for (std::uint64_t layer = 0; layer < shape.layers; ++layer) {
        const auto add = [&](const char *name, std::vector<std::uint64_t> dims, TensorType type) {
            tensors.push_back({fmt::format("blk.{}.{}.weight", layer, name), std::move(dims), type});
        };
        add("attn_k", {shape.hidden, shape.kvWidth()}, TensorType::BF16);
        add("attn_norm", {shape.hidden}, TensorType::F32);
        add("attn_output", {shape.hidden, shape.hidden}, TensorType::BF16);
        add("attn_q", {shape.hidden, shape.hidden}, TensorType::BF16);
        add("attn_v", {shape.hidden, shape.kvWidth()}, TensorType::BF16);
        addFeedForward(shape, add);
    }
    return tensors;
}

GgufMetadata metadataFor(const Shape &shape)
{
    GgufMetadata metadata;
    const auto number = [&](const char *key, std::uint64_t value) {
        metadata.append(key, GgufValue::u32(static_cast<std::uint32_t>(value)));
    };
    metadata.append("general.architecture", GgufValue::string("llama"));
    metadata.append("general.name", GgufValue::string("synthetic"));
    number("llama.block_count", shape.layers);
    number("llama.context_length", 8192);
    number("llama.embedding_length", shape.hidden);
    number("llama.feed_forward_length", shape.feedForward);
    number("llama.attention.head_count", shape.hidden / 64);
    number("llama.attention.head_count_kv", shape.hidden / 256);
    metadata.append("llama.attention.layer_norm_rms_epsilon", GgufValue::f32(1e-5f));
    if (shape.experts > 0) {
        number("llama.expert_count", shape.experts);
        number("llama.expert_used_count", 8);
    }
    number("general.file_type", 32);
    return metadata;
}

/// 4 MiB of bfloat16 from a sum of pseudo-random numbers; every tensor begins at another place of it.
std::vector<std::uint16_t> pattern()
{
    std::vector<std::uint16_t> values(2u << 20);
    std::uint32_t state = 2463534242u;
    const auto next = [&state] {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
    };
    for (std::uint16_t &value : values) {
        const float weight = 0.03f * (next() + next() + next());
        value = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(weight) >> 16);
    }
    return values;
}

Result<void> writeTensor(GgufWriter &writer, const Tensor &tensor, const std::vector<std::uint16_t> &values,
                         std::size_t start)
{
    std::uint64_t left = 1;
    for (std::uint64_t dim : tensor.dims)
        left *= dim;
    if (tensor.type == TensorType::F32) {
        const std::vector<float> ones(left, 1.0f);
        return writer.append(std::as_bytes(std::span(ones)));
    }
    for (std::size_t at = start % values.size(); left > 0; at = 0) {
        const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(left, values.size() - at));
        SNUG_TRY(writer.append(std::as_bytes(std::span(values).subspan(at, count))));
        left -= count;
    }
    return {};
}

} // namespace

Result<void> writeSyntheticModel(const std::filesystem::path &path, SyntheticShape kind, std::uint64_t sizeBytes)
{
    const Shape shape = shapeFor(kind, sizeBytes);
    const std::vector<Tensor> tensors = tensorsFor(shape);
    auto writer = GgufWriter::create(path, metadataFor(shape), tensors, Overwrite::Yes);
    SNUG_TRY(writer);
    const std::vector<std::uint16_t> values = pattern();
    for (std::size_t t = 0; t < tensors.size(); ++t)
        SNUG_TRY(writeTensor(*writer, tensors[t], values, t * 104729));
    return writer->commit();
}

} // namespace snug
