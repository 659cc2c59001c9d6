// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The checkpoint families Snug converts: which Hugging Face classes, which tensors with which shapes under which GGUF
// names, and how rows of q and k are ordered. One row of the table per family; README.md has the steps for a new one.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace snug {

/// A length in a tensor's shape, by what config.json calls it.
enum class Extent { None, Hidden, FeedForward, QueryRows, KeyRows, Vocabulary };

/// The last two: optional, unless config.json sets attention_bias or mlp_bias.
enum class Presence { Required, Optional, AttentionBias, MlpBias };

/// Rows that pair up in rotary embedding: halves of a head in the source, neighbours in GGUF.
enum class Rotary { No, Query, Key };

/// One tensor. Shape as the checkpoint writes it: rows first, then columns; None for a vector's second length.
struct TensorRule
{
    std::string_view source; ///< without the layer prefix
    std::string_view target; ///< GGUF name without "blk.N."
    Extent rows;
    Extent cols = Extent::None;
    Presence presence = Presence::Required;
    Rotary rotary = Rotary::No;
};

struct CheckpointFamily
{
    std::span<const std::string_view> classNames; ///< as config.json lists them under "architectures"
    std::string_view architecture;                ///< GGUF spelling
    std::string_view layerPrefix;                 ///< "model.layers."
    std::span<const TensorRule> modelTensors;
    std::span<const TensorRule> layerTensors;
    std::string_view outputSource;                 ///< tensor that tied embeddings make superfluous
    std::span<const std::string_view> activations; ///< values of "hidden_act" that compute what the architecture does
};

/// The family of a class name; null when Snug does not convert it.
const CheckpointFamily *findCheckpointFamily(std::string_view className);

/// GGUF architecture of a class Snug knows by name, convertible or not ("Qwen2ForCausalLM" is "qwen2"); else empty.
std::string_view architectureOfClass(std::string_view className);

/// Tensors that carry nothing a GGUF needs, such as buffers that are computed anew.
bool isIgnoredTensor(std::string_view sourceName);

} // namespace snug
