// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointconfig.h"

#include "core/model/configchecks.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"

#include <algorithm>

namespace snug {

using Json = nlohmann::json;

namespace {

constexpr std::size_t kMaxFactors = 4096; // half the widest head there could be

std::uint32_t countOr(const Json &config, std::string_view key, std::uint32_t otherwise)
{
    const auto value = asUnsigned(member(config, key));
    return value && *value <= kMaxConfigLength ? static_cast<std::uint32_t>(*value) : otherwise;
}

std::vector<float> factorsOf(const Json &list)
{
    std::vector<float> factors;
    if (list.is_array() && list.size() <= kMaxFactors)
        for (const Json &value : list)
            factors.push_back(static_cast<float>(asNumber(value).value_or(0)));
    return factors;
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
    const auto whole = scaling.isLong() ? asUnsigned(member(config, "max_position_embeddings")) : std::nullopt;
    scaling.originalContextLength = asUnsigned(member(rope, "original_max_position_embeddings"))
                                        .value_or(asUnsigned(member(config, "original_max_position_embeddings"))
                                                      .value_or(whole.value_or(scaling.originalContextLength)));
    scaling.extrapolationFactor = asNumber(member(rope, "extrapolation_factor"));
    scaling.attentionFactor = asNumber(member(rope, "attention_factor"));
    if (!scaling.attentionFactor)
        scaling.attentionFactor = asNumber(member(rope, "attn_factor"));
    scaling.betaFast = asNumber(member(rope, "beta_fast"));
    scaling.betaSlow = asNumber(member(rope, "beta_slow"));
    scaling.longFactors = factorsOf(member(rope, "long_factor"));
    scaling.shortFactors = factorsOf(member(rope, "short_factor"));
    return scaling;
}

void readCounts(CheckpointConfig &config, const Json &json, const FamilyDefaults &defaults)
{
    Hyperparameters &hyper = config.hyper;
    hyper.layerCount = countOr(json, "num_hidden_layers", 0);
    hyper.embeddingLength = countOr(json, "hidden_size", 0);
    hyper.feedForwardLength = countOr(json, "intermediate_size", 0);
    hyper.headCount = countOr(json, "num_attention_heads", 0);
    hyper.headCountKv = countOr(json, "num_key_value_heads", hyper.headCount);
    hyper.vocabularySize = countOr(json, "vocab_size", 0);
    hyper.expertCount = countOr(json, "num_local_experts", countOr(json, "num_experts", 0));
    config.expertUsedCount = countOr(json, "num_experts_per_tok", countOr(json, "experts_per_token", 0));
    config.expertFeedForward = countOr(json, "moe_intermediate_size", 0);
    hyper.contextLength = asUnsigned(member(json, "max_position_embeddings")).value_or(defaults.contextLength);
    const std::uint32_t byHeads = hyper.headCount > 0 ? hyper.embeddingLength / hyper.headCount : 0;
    config.headLength = countOr(json, "head_dim", defaults.headLength > 0 ? defaults.headLength : byHeads);
    config.headLengthIsSaid = defaults.headLengthIsSaid || !member(json, "head_dim").is_null();
    hyper.keyLength = hyper.valueLength = config.headLength;
}

void readRope(CheckpointConfig &config, const Json &json, const FamilyDefaults &defaults)
{
    const Json &rope = ropeOf(json);
    config.ropeScaling = readRopeScaling(json, rope);
    config.ropeBase =
        asNumber(member(rope, "rope_theta")).value_or(asNumber(member(json, "rope_theta")).value_or(defaults.ropeBase));
    config.ropeBaseSliding =
        asNumber(member(member(member(json, "rope_parameters"), "sliding_attention"), "rope_theta"))
            .value_or(asNumber(member(json, "rope_local_base_freq")).value_or(defaults.ropeBaseSliding));
    const auto part = asNumber(member(rope, "partial_rotary_factor"));
    const double rotated = part ? *part : asNumber(member(json, "partial_rotary_factor")).value_or(1.0);
    const bool possible = rotated > 0 && rotated <= 1;
    config.ropeDimensions = possible ? static_cast<std::uint32_t>(rotated * config.headLength) : 0;
}

// The window of layers that do not see the whole text; nothing where all do.
std::optional<std::uint64_t> readWindow(const Json &json, const CheckpointFamily *family)
{
    const Json &said = member(json, "sliding_window");
    const bool noLayer = asUnsigned(member(json, "sliding_window_pattern")) == 1;
    if (noLayer)
        return std::nullopt;
    if (const auto window = asUnsigned(said))
        return window;
    const std::uint64_t usual = family ? family->defaults.slidingWindow : 0;
    return usual > 0 && !json.contains("sliding_window") ? std::optional(usual) : std::nullopt;
}

bool isLength(const Json &value)
{
    const std::uint64_t length = asUnsigned(value).value_or(0);
    return length > 0 && length <= kMaxConfigLength;
}

void readQuantization(CheckpointConfig &config, const Json &json)
{
    const Json &quantized = member(json, "quantization_config");
    if (!quantized.is_null() && !quantized.is_object())
        config.quantizedBy = shownJson(quantized);
    if (!quantized.is_object())
        return;
    const std::string method = asText(member(quantized, "quant_method")).value_or("an unnamed method");
    const Json &block = member(quantized, "weight_block_size");
    if (method == "mxfp4" && config.family && config.family->architecture == "gpt-oss")
        return;
    if (method == "fp8" && block.is_null())
        config.fp8 = Fp8Blocks();
    else if (method == "fp8" && block.is_array() && block.size() == 2 && isLength(block[0]) && isLength(block[1]))
        config.fp8 = Fp8Blocks{*asUnsigned(block[0]), *asUnsigned(block[1])};
    else
        config.quantizedBy = printable(method, 40);
}

void readKinds(CheckpointConfig &config, const Json &json, const FamilyDefaults &defaults)
{
    config.tiedEmbeddings = asBool(member(json, "tie_word_embeddings")).value_or(defaults.tiedEmbeddings);
    config.attentionBias = asBool(member(json, "attention_bias")).value_or(false);
    config.mlpBias = asBool(member(json, "mlp_bias")).value_or(false);
    if (config.family)
        config.activation = config.family->activations.front();
    for (const char *key : {"hidden_activation", "hidden_act"})
        if (const Json &activation = member(json, key); !activation.is_null()) {
            config.activation = asText(activation).value_or(shownJson(activation));
            break;
        }
    for (const char *key : {"vision_config", "audio_config"})
        if (member(json, key).is_object())
            config.otherModality = key;
}

} // namespace

std::string shownJson(const Json &value)
{
    return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), 40);
}

const Json &ropeOf(const Json &config)
{
    const Json &rope = member(config, "rope_parameters");
    if (const Json &whole = member(rope, "full_attention"); whole.is_object())
        return whole;
    return rope.is_object() ? rope : member(config, "rope_scaling");
}

CheckpointConfig readConfigLoosely(const JsonTree &tree)
{
    const Json &json = valueOf(tree);
    CheckpointConfig config;
    if (const Json &classes = member(json, "architectures"); classes.is_array() && !classes.empty())
        config.className = asText(classes[0]).value_or("");
    config.family = findCheckpointFamily(config.className);
    const FamilyDefaults defaults = config.family ? config.family->defaults : FamilyDefaults();
    readCounts(config, json, defaults);
    readRope(config, json, defaults);
    config.slidingWindow = readWindow(json, config.family);
    config.attentionSoftcap = asNumber(member(json, "attn_logit_softcapping")).value_or(defaults.attentionSoftcap);
    config.finalSoftcap = asNumber(member(json, "final_logit_softcapping")).value_or(defaults.finalSoftcap);
    config.rmsNormEpsilon = asNumber(member(json, "rms_norm_eps")).value_or(defaults.normEpsilon);
    readKinds(config, json, defaults);
    readQuantization(config, json);
    return config;
}

Result<CheckpointConfig> readConfig(const JsonTree &tree)
{
    CheckpointConfig config = readConfigLoosely(tree);
    SNUG_TRY(checkCounts(tree, config.family));
    SNUG_TRY(checkNumbers(tree, config));
    config.inexpressible = inexpressibleIn(tree, config);
    return config;
}

} // namespace snug
