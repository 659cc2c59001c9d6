// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointconfig.h"

#include "core/model/ggufhyper.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <limits>

namespace snug {

using Json = nlohmann::json;

namespace {

constexpr std::uint64_t kMaxLength = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMaxVocabulary = 1u << 22; // bounds what the tokenizer's lists may take

std::uint32_t countOr(const Json &config, std::string_view key, std::uint32_t otherwise)
{
    const auto value = asUnsigned(member(config, key));
    return value && *value <= kMaxLength ? static_cast<std::uint32_t>(*value) : otherwise;
}

std::string shown(const Json &value)
{
    return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), 40);
}

// Newer files have one object for everything about positions.
const Json &ropeOf(const Json &config)
{
    const Json &rope = member(config, "rope_parameters");
    return rope.is_object() ? rope : member(config, "rope_scaling");
}

RopeScaling readRopeScaling(const Json &config, const Json &rope)
{
    RopeScaling scaling;
    scaling.type = asText(member(rope, "rope_type")).value_or(asText(member(rope, "type")).value_or(""));
    if (scaling.type == "default")
        scaling.type.clear();
    scaling.factor = asNumber(member(rope, "factor")).value_or(scaling.factor);
    scaling.lowFrequencyFactor = asNumber(member(rope, "low_freq_factor")).value_or(scaling.lowFrequencyFactor);
    scaling.highFrequencyFactor = asNumber(member(rope, "high_freq_factor")).value_or(scaling.highFrequencyFactor);
    scaling.originalContextLength =
        asUnsigned(member(rope, "original_max_position_embeddings"))
            .value_or(
                asUnsigned(member(config, "original_max_position_embeddings")).value_or(scaling.originalContextLength));
    scaling.extrapolationFactor = asNumber(member(rope, "extrapolation_factor"));
    scaling.attentionFactor = asNumber(member(rope, "attention_factor"));
    scaling.betaFast = asNumber(member(rope, "beta_fast"));
    scaling.betaSlow = asNumber(member(rope, "beta_slow"));
    return scaling;
}

Result<void> checkCount(const Json &config, std::string_view key, std::uint64_t most)
{
    const Json &value = member(config, key);
    if (value.is_null())
        return fail(ErrorCode::BadInput, fmt::format("config.json has no {}, which a conversion needs.", key));
    const auto number = asUnsigned(value);
    if (!number || *number < 1 || *number > most)
        return fail(ErrorCode::BadInput, fmt::format("{} in config.json is {}, expected a whole number from 1 to {}.",
                                                     key, shown(value), most));
    return {};
}

Result<void> checkHeads(const CheckpointConfig &config)
{
    const Hyperparameters &hyper = config.hyper;
    if (hyper.headCount % hyper.headCountKv != 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has num_attention_heads {} and num_key_value_heads {}, expected the first "
                                "to be a multiple of the second.",
                                hyper.headCount, hyper.headCountKv));
    if (config.headLength == 0 || config.headLength % 2 != 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("Heads in config.json are {} wide (head_dim, or hidden_size divided by "
                                "num_attention_heads), expected an even number from 2.",
                                config.headLength));
    if (!(config.ropeBase > 0) || !(config.rmsNormEpsilon >= 0) || !(config.rmsNormEpsilon < 1))
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has rope_theta {} and rms_norm_eps {}, expected a positive number and one "
                                "from 0 to below 1.",
                                config.ropeBase, config.rmsNormEpsilon));
    return {};
}

// Without one of its numbers the positions would be scaled by guesses.
Result<void> checkLlama3Scaling(const Json &config, const RopeScaling &scaling)
{
    const Json &rope = ropeOf(config);
    for (const char *key : {"factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"}) {
        const bool isLength = std::string_view(key) == "original_max_position_embeddings";
        const Json &own = member(rope, key);
        const Json &value = own.is_null() && isLength ? member(config, key) : own;
        if (value.is_null())
            return fail(ErrorCode::BadInput,
                        fmt::format("The position scaling \"llama3\" in config.json has no {}, expected a positive "
                                    "number; download the file again.",
                                    key));
        const auto number = asNumber(value);
        if (!number || !(*number > 0) || (isLength && !asUnsigned(value)))
            return fail(ErrorCode::BadInput,
                        fmt::format("{} of the position scaling in config.json is {}, expected a positive {}number; "
                                    "download the file again.",
                                    key, shown(value), isLength ? "whole " : ""));
    }
    if (scaling.highFrequencyFactor <= scaling.lowFrequencyFactor)
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has low_freq_factor {} and high_freq_factor {}, expected the second to be "
                                "larger; download the file again.",
                                scaling.lowFrequencyFactor, scaling.highFrequencyFactor));
    return {};
}

} // namespace

CheckpointConfig readConfigLoosely(const JsonTree &tree)
{
    const Json &json = valueOf(tree);
    CheckpointConfig config;
    if (const Json &classes = member(json, "architectures"); classes.is_array() && !classes.empty())
        config.className = asText(classes[0]).value_or("");
    Hyperparameters &hyper = config.hyper;
    hyper.layerCount = countOr(json, "num_hidden_layers", 0);
    hyper.embeddingLength = countOr(json, "hidden_size", 0);
    hyper.feedForwardLength = countOr(json, "intermediate_size", 0);
    hyper.headCount = countOr(json, "num_attention_heads", 0);
    hyper.headCountKv = countOr(json, "num_key_value_heads", hyper.headCount);
    hyper.vocabularySize = countOr(json, "vocab_size", 0);
    hyper.expertCount = countOr(json, "num_local_experts", countOr(json, "num_experts", 0));
    // Defaults are those of the class in the transformers library, which leaves defaults out of config.json.
    hyper.contextLength = asUnsigned(member(json, "max_position_embeddings"))
                              .value_or(config.className == "MistralForCausalLM" ? 131072 : 2048);
    config.headLength = countOr(json, "head_dim", hyper.headCount > 0 ? hyper.embeddingLength / hyper.headCount : 0);
    hyper.keyLength = hyper.valueLength = config.headLength;
    const Json &rope = ropeOf(json);
    config.ropeScaling = readRopeScaling(json, rope);
    config.ropeBase =
        asNumber(member(rope, "rope_theta")).value_or(asNumber(member(json, "rope_theta")).value_or(config.ropeBase));
    config.rmsNormEpsilon = asNumber(member(json, "rms_norm_eps")).value_or(config.rmsNormEpsilon);
    config.tiedEmbeddings = asBool(member(json, "tie_word_embeddings")).value_or(false);
    config.attentionBias = asBool(member(json, "attention_bias")).value_or(false);
    config.mlpBias = asBool(member(json, "mlp_bias")).value_or(false);
    if (const Json &activation = member(json, "hidden_act"); !activation.is_null())
        config.activation = asText(activation).value_or(shown(activation));
    if (const Json &quantized = member(json, "quantization_config"); quantized.is_object())
        config.quantizedBy = printable(asText(member(quantized, "quant_method")).value_or("an unnamed method"), 40);
    return config;
}

Result<CheckpointConfig> readConfig(const JsonTree &tree)
{
    const Json &json = valueOf(tree);
    SNUG_TRY(checkCount(json, "num_hidden_layers", kMaxLayerCount));
    SNUG_TRY(checkCount(json, "vocab_size", kMaxVocabulary));
    for (const char *key : {"hidden_size", "intermediate_size", "num_attention_heads"})
        SNUG_TRY(checkCount(json, key, kMaxLength));
    for (const char *key : {"num_key_value_heads", "head_dim", "max_position_embeddings"})
        if (!member(json, key).is_null())
            SNUG_TRY(checkCount(json, key, kMaxLength));
    CheckpointConfig config = readConfigLoosely(tree);
    SNUG_TRY(checkHeads(config));
    if (config.ropeScaling.type == "llama3")
        SNUG_TRY(checkLlama3Scaling(json, config.ropeScaling));
    return config;
}

} // namespace snug
