// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a checkpoint family is, as data: which Hugging Face classes, which tensors with which shapes under which GGUF
// names and how they change on the way, which keys, which defaults. familytable.cpp has the entries; README.md has the
// steps for a new one.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace snug {

/// A length in a tensor's shape, by what config.json calls it.
// clang-format off
enum class Extent {
    None, Hidden, FeedForward, ExpertFeedForward, QueryRows, KeyRows, FusedQkvRows, FusedGateUpRows, HeadLength, Heads,
    Experts, Vocabulary,
};
// clang-format on

/// The last two: optional, unless config.json sets attention_bias or mlp_bias.
enum class Presence { Required, Optional, AttentionBias, MlpBias };

/// What happens to a tensor on its way. Rows of q and k pair up in rotary embedding: halves of a head in the source,
/// neighbours in the GGUF of some architectures; others keep the halves and say AsStored.
enum class Change {
    AsStored,
    RotaryQuery,
    RotaryKey,
    PlusOne,           ///< norms that multiply by one plus the weight
    PerExpert,         ///< one tensor per expert, whose number stands for the '*' of the source name
    Stacked,           ///< one tensor with all experts
    StackedFirstHalf,  ///< the first half of each expert's rows
    StackedSecondHalf, ///< the second half
    Transposed,        ///< all experts, each one's matrix with columns for rows
    TransposedEven,    ///< the even columns become the rows
    TransposedOdd,
    Mxfp4, ///< all experts in 4-bit floats: NAME_blocks with 16 bytes for 32 weights, NAME_scales with one byte
    Mxfp4Even,
    Mxfp4Odd,
    ExpertVectors, ///< a vector for each expert
    ExpertVectorsEven,
    ExpertVectorsOdd,
};

/// One tensor. Shape as rows and columns of the GGUF tensor (of one expert, where a tensor holds many); None for a
/// vector's second length. Several rules may take parts of one source, and several sources may be ways to one target.
struct TensorRule
{
    std::string_view source; ///< without the layer prefix
    std::string_view target; ///< GGUF name without "blk.N."
    Extent rows;
    Extent cols = Extent::None;
    Presence presence = Presence::Required;
    Change change = Change::AsStored;
};

/// Whether the tensor has one matrix or vector per expert.
bool holdsExperts(Change change);

/// What a key of the GGUF says.
// clang-format off
enum class Fact {
    BlockCount, ContextLength, EmbeddingLength, FeedForwardLength, HeadCount, HeadCountKv, RopeScaling, RopeBase,
    RopeBaseSliding, NormEpsilon, ExpertCount, ExpertUsedCount, ExpertFeedForwardLength, HeadLength, HeadLengthIfSaid,
    FileType, VocabularySize, RopeDimensions, SlidingWindow, AttentionSoftcap, FinalSoftcap, OriginalContextLength,
    SlidingWindowOrZero, LongRopeAttentionFactor,
};
// clang-format on

struct KeyRule
{
    std::string_view name; ///< without "ARCHITECTURE."; "general.file_type" is whole
    Fact fact;
};

/// What the class means where config.json is silent. Source: defaults of the classes in the transformers library.
struct FamilyDefaults
{
    std::uint64_t contextLength = 2048;
    std::uint32_t headLength = 0;  ///< 0: hidden size divided by the heads
    bool headLengthIsSaid = false; ///< the class states it even where config.json does not
    double ropeBase = 10000.0;
    double normEpsilon = 1e-6;
    bool tiedEmbeddings = false;
    std::uint64_t slidingWindow = 0; ///< 0: none
    double ropeBaseSliding = 0;      ///< 0: as ropeBase
    double attentionSoftcap = 0, finalSoftcap = 0;
};

struct CheckpointFamily
{
    std::string_view name;                        ///< for people: "Qwen3 MoE"
    std::span<const std::string_view> classNames; ///< as config.json lists them under "architectures"
    std::string_view architecture;                ///< GGUF spelling
    std::span<const TensorRule> modelTensors;
    std::span<const TensorRule> layerTensors; ///< below "model.layers.N."
    std::span<const KeyRule> keys, extraKeys;
    std::span<const std::string_view> activations; ///< values of "hidden_act" that compute what the architecture does
    FamilyDefaults defaults = {};
    /// One layer in so many sees the whole text, the last of them; the others see a window. 0: no such rule.
    std::uint32_t wholeTextEvery = 0;
    bool needsWindow = false;   ///< programs do not load it without one
    bool noSpacePrefix = false; ///< text gets no space in front, though the tokenizer's files do not say so
    /// Attention scores are scaled by the head length, but in models of so many layers by hidden size / heads.
    std::uint32_t scaledByHiddenAt = 0;
    bool experts = false; ///< the feed-forward part is made of experts
    /// What it means where config.json has no norm_topk_prob: the weights of the experts chosen sum to one.
    bool sharesWeightsUnsaid = true;
};

/// Prefix of tensors in a layer, before its number.
constexpr std::string_view kLayerPrefix = "model.layers.";
/// The tensor that tied embeddings make superfluous.
constexpr std::string_view kOutputSource = "lm_head.weight";

/// All families, for messages and tests.
std::span<const CheckpointFamily> checkpointFamilies();

/// The family of a class name; null when Snug does not convert it.
const CheckpointFamily *findCheckpointFamily(std::string_view className);

/// GGUF architecture of a class Snug knows by name, convertible or not ("Qwen2MoeForCausalLM" is "qwen2moe"); else
/// empty.
std::string_view architectureOfClass(std::string_view className);

/// Tensors that carry nothing a GGUF needs, such as buffers that are computed anew.
bool isIgnoredTensor(std::string_view sourceName);

/// Tensors of an adapter (LoRA), which says how a model changes.
bool isOfAdapter(std::string_view sourceName);

/// Tensors of the parts of a wrapper that are no language model: vision towers, audio encoders, projectors.
bool isOtherModality(std::string_view sourceName);

} // namespace snug
