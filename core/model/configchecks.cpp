// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/configchecks.h"

#include "core/model/ggufhyper.h"
#include "core/model/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug {

using Json = nlohmann::json;

namespace {

constexpr std::uint64_t kMaxVocabulary = 1u << 22; // bounds what the tokenizer's lists may take
constexpr std::uint64_t kMaxExperts = 512;         // as many as programs load

Result<void> checkCount(const Json &config, std::string_view key, std::uint64_t most)
{
    const Json &value = member(config, key);
    if (value.is_null())
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has no {}, which a conversion needs; download the file again.", key));
    const auto number = asUnsigned(value);
    if (!number || *number < 1 || *number > most)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} in config.json is {}, expected a whole number from 1 to {}; download the file "
                                "again.",
                                key, shownJson(value), most));
    return {};
}

Result<void> checkCountIfSaid(const Json &config, std::string_view key, std::uint64_t most)
{
    return member(config, key).is_null() ? Result<void>() : checkCount(config, key, most);
}

Result<void> checkExperts(const Json &config, const CheckpointFamily &family)
{
    const char *count = member(config, "num_local_experts").is_null() && !member(config, "num_experts").is_null()
                            ? "num_experts"
                            : "num_local_experts";
    SNUG_TRY(checkCount(config, count, kMaxExperts));
    SNUG_TRY(checkCount(config, "num_experts_per_tok", *asUnsigned(member(config, count))));
    const auto needsOwnWidth = [](const TensorRule &rule) { return rule.rows == Extent::ExpertFeedForward; };
    if (std::ranges::any_of(family.layerTensors, needsOwnWidth))
        SNUG_TRY(checkCount(config, "moe_intermediate_size", kMaxConfigLength));
    return {};
}

Result<void> checkHeads(const CheckpointConfig &config)
{
    const Hyperparameters &hyper = config.hyper;
    if (hyper.headCount % hyper.headCountKv != 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has num_attention_heads {} and num_key_value_heads {}, expected the first "
                                "to be a multiple of the second; download the file again.",
                                hyper.headCount, hyper.headCountKv));
    if (config.headLength == 0 || config.headLength % 2 != 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("Heads in config.json are {} wide (head_dim, or hidden_size divided by "
                                "num_attention_heads), expected an even number from 2; download the file again.",
                                config.headLength));
    if (!(config.ropeBase > 0) || config.ropeBase > std::numeric_limits<float>::max() ||
        !(config.rmsNormEpsilon >= 0) || !(config.rmsNormEpsilon < 1))
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has rope_theta {} and rms_norm_eps {}, expected a positive number that 32 "
                                "bits hold and one from 0 to below 1; download the file again.",
                                config.ropeBase, config.rmsNormEpsilon));
    return {};
}

// Where heads have no width of their own, they share hidden_size evenly.
Result<void> checkWidth(const Json &json, const CheckpointConfig &config)
{
    const Hyperparameters &hyper = config.hyper;
    const bool own = !member(json, "head_dim").is_null() || (config.family && config.family->defaults.headLength > 0);
    if (own || hyper.embeddingLength % hyper.headCount == 0)
        return {};
    return fail(ErrorCode::BadInput,
                fmt::format("config.json has hidden_size {} and num_attention_heads {}, expected the first to be a "
                            "multiple of the second; download the file again.",
                            hyper.embeddingLength, hyper.headCount));
}

// Values of another type would count as absent, and the usual ones stand in for them.
Result<void> checkTypes(const Json &json)
{
    for (const char *key : {"rope_theta", "rms_norm_eps", "partial_rotary_factor", "rope_local_base_freq",
                            "attn_logit_softcapping", "final_logit_softcapping"})
        if (const Json &value = member(json, key); !value.is_null() && !asNumber(value))
            return fail(ErrorCode::BadInput, fmt::format("{} in config.json is {}, expected a number; download the "
                                                         "file again.",
                                                         key, shownJson(value)));
    for (const char *key : {"tie_word_embeddings", "attention_bias", "mlp_bias", "norm_topk_prob"})
        if (const Json &value = member(json, key); !value.is_null() && !asBool(value))
            return fail(ErrorCode::BadInput, fmt::format("{} in config.json is {}, expected true or false; download "
                                                         "the file again.",
                                                         key, shownJson(value)));
    for (const char *key : {"rope_scaling", "rope_parameters"})
        if (const Json &value = member(json, key); !value.is_null() && !value.is_object())
            return fail(ErrorCode::BadInput, fmt::format("{} in config.json is {}, expected an object; download the "
                                                         "file again.",
                                                         key, shownJson(value)));
    return {};
}

// Both divide positions by the factor; YaRN needs the length the model was made for too.
Result<void> checkPlainScaling(const Json &json, const RopeScaling &scaling)
{
    const Json &factor = member(ropeOf(json), "factor");
    const auto number = asNumber(factor);
    if (!number || !(*number > 0) || *number > std::numeric_limits<float>::max())
        return fail(ErrorCode::BadInput,
                    fmt::format("The position scaling \"{}\" in config.json has the factor {}, expected a positive "
                                "number; download the file again.",
                                scaling.type, shownJson(factor)));
    const Json &length = member(ropeOf(json), "original_max_position_embeddings");
    if (scaling.type == "yarn" && !length.is_null() && asUnsigned(length).value_or(0) == 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("original_max_position_embeddings of the position scaling in config.json is {}, "
                                "expected a positive whole number; download the file again.",
                                shownJson(length)));
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
                                    key, shownJson(value), isLength ? "whole " : ""));
    }
    if (scaling.highFrequencyFactor <= scaling.lowFrequencyFactor)
        return fail(ErrorCode::BadInput,
                    fmt::format("config.json has low_freq_factor {} and high_freq_factor {}, expected the second to be "
                                "larger; download the file again.",
                                scaling.lowFrequencyFactor, scaling.highFrequencyFactor));
    return {};
}

Result<void> checkLongRope(const CheckpointConfig &config)
{
    const RopeScaling &scaling = config.ropeScaling;
    const std::size_t expected = config.ropeDimensions / 2;
    if (scaling.longFactors.size() != expected || scaling.shortFactors.size() != expected)
        return fail(ErrorCode::BadInput,
                    fmt::format("The position scaling \"{}\" in config.json has {} numbers in long_factor and {} in "
                                "short_factor, expected {} in both; download the file again.",
                                scaling.type, scaling.longFactors.size(), scaling.shortFactors.size(), expected));
    const auto isBad = [](float factor) { return !(factor > 0) || !std::isfinite(factor); };
    if (std::ranges::any_of(scaling.longFactors, isBad) || std::ranges::any_of(scaling.shortFactors, isBad))
        return fail(ErrorCode::BadInput, "long_factor or short_factor of the position scaling in config.json holds a "
                                         "number that is not positive; download the file again.");
    return {};
}

// Which layers see the whole text, by what config.json says; false where it contradicts the family's rule.
bool followsWindowRule(const Json &config, std::uint32_t every)
{
    const Json &types = member(config, "layer_types");
    if (!types.is_array()) {
        const auto pattern = asUnsigned(member(config, "sliding_window_pattern"));
        return !pattern || *pattern == every;
    }
    for (std::size_t i = 0; i < types.size(); ++i)
        if ((asText(types[i]).value_or("") == "full_attention") != (i % every == every - 1))
            return false;
    return true;
}

bool isScaledAsPrograms(const Json &config, const CheckpointConfig &numbers)
{
    const auto scalar = asNumber(member(config, "query_pre_attn_scalar"));
    if (!scalar)
        return true;
    const Hyperparameters &hyper = numbers.hyper;
    const bool byHidden = numbers.family->scaledByHiddenAt == hyper.layerCount;
    return *scalar == (byHidden ? hyper.embeddingLength / hyper.headCount : numbers.headLength);
}

} // namespace

Result<void> checkCounts(const JsonTree &tree, const CheckpointFamily *family)
{
    const Json &json = valueOf(tree);
    SNUG_TRY(checkCount(json, "num_hidden_layers", kMaxLayerCount));
    SNUG_TRY(checkCount(json, "vocab_size", kMaxVocabulary));
    for (const char *key : {"hidden_size", "intermediate_size", "num_attention_heads"})
        SNUG_TRY(checkCount(json, key, kMaxConfigLength));
    for (const char *key : {"num_key_value_heads", "head_dim", "max_position_embeddings", "sliding_window"})
        SNUG_TRY(checkCountIfSaid(json, key, kMaxConfigLength));
    return family && family->experts ? checkExperts(json, *family) : Result<void>();
}

Result<void> checkNumbers(const JsonTree &tree, const CheckpointConfig &config)
{
    SNUG_TRY(checkTypes(valueOf(tree)));
    SNUG_TRY(checkWidth(valueOf(tree), config));
    SNUG_TRY(checkHeads(config));
    if (config.ropeScaling.type == "linear" || config.ropeScaling.type == "yarn")
        SNUG_TRY(checkPlainScaling(valueOf(tree), config.ropeScaling));
    if (config.ropeScaling.type == "llama3")
        SNUG_TRY(checkLlama3Scaling(valueOf(tree), config.ropeScaling));
    if (config.ropeScaling.isLong())
        SNUG_TRY(checkLongRope(config));
    if (config.ropeDimensions == 0 || config.ropeDimensions % 2 != 0 || config.ropeDimensions > config.headLength)
        return fail(ErrorCode::BadInput,
                    fmt::format("partial_rotary_factor in config.json makes {} of {} dimensions of a head rotate, "
                                "expected an even number from 2 to all of them; download the file again.",
                                config.ropeDimensions, config.headLength));
    return {};
}

std::string inexpressibleIn(const JsonTree &tree, const CheckpointConfig &config)
{
    const Json &json = valueOf(tree);
    if (!config.family)
        return {};
    if (config.family->needsWindow && !config.slidingWindow)
        return fmt::format("config.json has no sliding_window, without which programs do not load a GGUF of {}, so the "
                           "checkpoint cannot be converted.",
                           config.family->name);
    if (const std::uint32_t every = config.family->wholeTextEvery;
        every > 0 && config.slidingWindow && !followsWindowRule(json, every))
        return fmt::format("config.json gives other layers the whole text than one in {}, which a GGUF of {} cannot "
                           "say; the output would compute something else, so the checkpoint cannot be converted.",
                           every, config.family->name);
    if (const auto shared = asBool(member(json, "norm_topk_prob"));
        config.family->experts && !shared.value_or(config.family->sharesWeightsUnsaid))
        return fmt::format("norm_topk_prob in config.json is {}, which a GGUF of {} cannot say; the output would "
                           "weigh its experts otherwise, so the checkpoint cannot be converted.",
                           shared ? "false" : "absent, which means false", config.family->name);
    if (!isScaledAsPrograms(json, config))
        return fmt::format("query_pre_attn_scalar in config.json is {}, which a GGUF of {} cannot say; the output "
                           "would compute something else, so the checkpoint cannot be converted.",
                           shownJson(member(json, "query_pre_attn_scalar")), config.family->name);
    return {};
}

} // namespace snug
