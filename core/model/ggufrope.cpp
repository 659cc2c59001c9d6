// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufrope.h"

#include "core/model/floatvalues.h"
#include "core/model/ggufconfig.h"
#include "core/model/modeltext.h"
#include "core/model/ropefactors.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace snug {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr const char *kFreqs = "rope_freqs.weight";
constexpr const char *kLong = "rope_factors_long.weight";
constexpr const char *kShort = "rope_factors_short.weight";

Result<std::vector<float>> factorsOf(const Model &model, const ModelTensor &tensor, std::uint32_t ropeDimensions)
{
    const std::uint64_t expected = ropeDimensions / 2;
    if (tensor.dims != std::vector<std::uint64_t>{expected})
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} has {} numbers, expected {}, one for each pair of a head's dimensions; "
                                "the file is damaged.",
                                tensor.name, tensor.weightCount(), expected),
                    model.path.string(), std::nullopt, tensor.name);
    auto values = readFloats(model.files[tensor.source.fileIndex], tensor.source);
    SNUG_TRY(values);
    if (std::ranges::any_of(*values, [](float value) { return !(value > 0) || !std::isfinite(value); }))
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} holds a number that is not positive; the file is damaged.", tensor.name),
                    model.path.string(), std::nullopt, tensor.name);
    return values;
}

bool areNear(const std::vector<float> &a, const std::vector<float> &b)
{
    constexpr float kMost = 1e-4F; // other programs compute them in other steps
    return std::ranges::equal(a, b, [](float x, float y) { return std::fabs(x - y) <= kMost * std::fabs(y); });
}

// The factors that the rule of Llama 3 gives.
std::vector<float> llama3Factors(const RopeScaling &scaling, double base, std::uint32_t dimensions)
{
    CheckpointConfig config;
    config.ropeScaling = scaling;
    config.ropeBase = base;
    config.headLength = dimensions;
    Model model;
    model.architecture = "llama";
    addRopeFactors(model, config);
    return model.tensors.empty() ? std::vector<float>() : model.tensors.front().source.values;
}

// Factors do not say which settings they came from. The largest is the setting "factor"; of the others published models
// use few values, and what they give has to agree.
Result<OrderedJson> llama3Scaling(const Model &model, const std::vector<float> &factors, double base,
                                  std::uint32_t dimensions)
{
    if (std::ranges::all_of(factors, [](float factor) { return factor == 1.0F; }))
        return OrderedJson(nullptr);
    RopeScaling scaling;
    scaling.type = "llama3";
    scaling.factor = shortest(*std::ranges::max_element(factors));
    for (const std::uint64_t original : {8192, 4096, 2048, 16384, 32768, 65536, 131072}) {
        scaling.originalContextLength = original;
        if (!areNear(factors, llama3Factors(scaling, base, dimensions)))
            continue;
        return OrderedJson({{"rope_type", "llama3"},
                            {"factor", scaling.factor},
                            {"low_freq_factor", scaling.lowFrequencyFactor},
                            {"high_freq_factor", scaling.highFrequencyFactor},
                            {"original_max_position_embeddings", original}});
    }
    return fail(ErrorCode::Unsupported,
                "The tensor rope_freqs.weight scales positions by factors that no known setting of Llama 3 gives, and "
                "config.json cannot hold the factors themselves; choose the checkpoint folder the file was made from.",
                model.path.string(), std::nullopt, kFreqs);
}

OrderedJson listOf(const std::vector<float> &factors)
{
    OrderedJson list = OrderedJson::array();
    for (const float factor : factors)
        list.push_back(shortest(factor));
    return list;
}

Result<OrderedJson> longScaling(const Model &model, const ModelTensor &longer, const ModelTensor &shorter,
                                std::uint32_t dimensions)
{
    const auto longFactors = factorsOf(model, longer, dimensions);
    SNUG_TRY(longFactors);
    const auto shortFactors = factorsOf(model, shorter, dimensions);
    SNUG_TRY(shortFactors);
    // The class takes these three keys and no other.
    return OrderedJson(
        {{"long_factor", listOf(*longFactors)}, {"short_factor", listOf(*shortFactors)}, {"type", "longrope"}});
}

Result<OrderedJson> scalingOfKeys(const Model &model)
{
    const std::string prefix = model.architecture + ".rope.scaling.";
    const std::string type = model.metadata.stringAt(prefix + "type").value_or("none");
    const auto number = [&](const char *name) { return shortNumberAt(model.metadata, prefix + name); };
    if (type == "none" || type.empty())
        return OrderedJson(nullptr);
    const auto factor = number("factor");
    if ((type != "linear" && type != "yarn") || !factor)
        return fail(ErrorCode::Unsupported,
                    fmt::format("The header scales positions by \"{}\"{}, expected linear, yarn or longrope with all "
                                "they need; choose the checkpoint folder the file was made from.",
                                printable(type, 40), factor ? "" : " without a factor"),
                    model.path.string());
    OrderedJson scaling = {{"rope_type", type}, {"factor", *factor}};
    if (type == "linear")
        return scaling;
    if (const auto original = model.metadata.unsignedAt(prefix + "original_context_length"))
        scaling["original_max_position_embeddings"] = *original;
    for (const auto &[name, key] : {std::pair("attention_factor", "yarn_attn_factor"),
                                    std::pair("beta_fast", "yarn_beta_fast"), std::pair("beta_slow", "yarn_beta_slow")})
        if (const auto value = number(key))
            scaling[name] = *value;
        else if (model.metadata.find(prefix + key))
            return fail(ErrorCode::BadInput,
                        fmt::format("The header's {}{} is no number that config.json can hold; the file is damaged.",
                                    prefix, key),
                        model.path.string());
    return scaling;
}

} // namespace

bool isRopeFactors(const Model &model, const ModelTensor &tensor)
{
    return (model.architecture == "llama" && tensor.name == kFreqs) ||
           (model.architecture == "phi3" && (tensor.name == kLong || tensor.name == kShort));
}

Result<std::string> ropeScalingOfGguf(const Model &model, double ropeBase, std::uint32_t ropeDimensions)
{
    const auto text = [](Result<OrderedJson> scaling) -> Result<std::string> {
        SNUG_TRY(scaling);
        return scaling->dump();
    };
    const bool phi = model.architecture == "phi3";
    const ModelTensor *longer = phi ? model.find(kLong) : nullptr, *shorter = phi ? model.find(kShort) : nullptr;
    if (longer && shorter)
        return text(longScaling(model, *longer, *shorter, ropeDimensions));
    const ModelTensor *freqs = model.architecture == "llama" ? model.find(kFreqs) : nullptr;
    if (!freqs)
        return text(scalingOfKeys(model));
    const auto factors = factorsOf(model, *freqs, ropeDimensions);
    SNUG_TRY(factors);
    return text(llama3Scaling(model, *factors, ropeBase, ropeDimensions));
}

} // namespace snug
