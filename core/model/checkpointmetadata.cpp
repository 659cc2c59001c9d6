// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointmetadata.h"

#include "core/model/generalmetadata.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug {

namespace {

constexpr std::uint32_t kQuantizationVersion = 2;

// What a plain conversion is called: by the type of most weights, FP8 becoming BF16.
std::uint32_t fileTypeOf(const Model &model)
{
    if (model.mainType == "F32")
        return 0;
    if (model.mainType == "MXFP4")
        return 38;
    return model.mainType == "BF16" || model.mainType == "FP8" ? 32 : 1;
}

// Appends keys under "ARCHITECTURE.".
class Keys
{
public:
    explicit Keys(Model &model) : m_model(model) {}
    void count(std::string_view name, std::uint64_t value)
    {
        m_model.metadata.append(key(name), GgufValue::u32(static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                               value, std::numeric_limits<std::uint32_t>::max()))));
    }
    void number(std::string_view name, double value)
    {
        m_model.metadata.append(key(name), GgufValue::f32(static_cast<float>(value)));
    }
    void number(std::string_view name, std::optional<double> value)
    {
        if (value)
            number(name, *value);
    }
    void text(std::string_view name, std::string_view value)
    {
        m_model.metadata.append(key(name), GgufValue::string(value));
    }

private:
    std::string key(std::string_view name) const { return fmt::format("{}.{}", m_model.architecture, name); }
    Model &m_model;
};

void addRopeScaling(Model &model, const RopeScaling &scaling)
{
    Keys keys(model);
    if (scaling.type == "linear" || scaling.type == "yarn") {
        keys.text("rope.scaling.type", scaling.type);
        keys.number("rope.scaling.factor", scaling.factor);
    }
    if (scaling.type == "yarn") {
        keys.count("rope.scaling.original_context_length", scaling.originalContextLength);
        keys.number("rope.scaling.yarn_ext_factor", scaling.extrapolationFactor);
        keys.number("rope.scaling.yarn_attn_factor", scaling.attentionFactor);
        keys.number("rope.scaling.yarn_beta_fast", scaling.betaFast);
        keys.number("rope.scaling.yarn_beta_slow", scaling.betaSlow);
    }
    if (scaling.isLong())
        keys.text("rope.scaling.type", "longrope");
    const bool byFactors = scaling.type == "llama3" && model.architecture == "llama";
    if (!scaling.type.empty() && scaling.type != "linear" && scaling.type != "yarn" && !byFactors)
        model.notes.push_back(
            fmt::format("config.json asks for the position scaling \"{}\", which GGUF has no keys for; "
                        "the output works up to the length the model was trained for.",
                        printable(scaling.type, 40)));
}

// How strongly attention is turned up for a text longer than the model was trained for at first. Source: long-rope as
// the reference's converter computes it.
double longRopeAttentionFactor(const CheckpointConfig &config)
{
    const auto original = static_cast<double>(config.ropeScaling.originalContextLength);
    const double scale = static_cast<double>(config.hyper.contextLength) / original;
    return scale > 1.0 && original > 1.0 ? std::sqrt(1.0 + std::log(scale) / std::log(original)) : 1.0;
}

// Numbers with a fraction; 0 for one that the model does not have, as none of them can be.
double numberOf(Fact fact, const CheckpointConfig &config)
{
    switch (fact) {
    case Fact::RopeBase:
        return config.ropeBase;
    case Fact::RopeBaseSliding:
        return config.slidingWindow ? config.ropeBaseSliding : 0;
    case Fact::AttentionSoftcap:
        return config.attentionSoftcap;
    case Fact::FinalSoftcap:
        return config.finalSoftcap;
    case Fact::LongRopeAttentionFactor:
        return config.ropeScaling.isLong() ? longRopeAttentionFactor(config) : 0;
    default:
        return 0;
    }
}

// Whole numbers; nothing for one that the model does not have.
std::optional<std::uint64_t> countOf(Fact fact, const CheckpointConfig &config)
{
    const Hyperparameters &hyper = config.hyper;
    const auto ifAny = [](std::uint64_t count) { return count > 0 ? std::optional(count) : std::nullopt; };
    switch (fact) {
    case Fact::BlockCount:
        return hyper.layerCount;
    case Fact::ContextLength:
        return hyper.contextLength;
    case Fact::EmbeddingLength:
        return hyper.embeddingLength;
    case Fact::FeedForwardLength:
        return hyper.feedForwardLength;
    case Fact::HeadCount:
        return hyper.headCount;
    case Fact::HeadCountKv:
        return hyper.headCountKv;
    case Fact::ExpertCount:
        return ifAny(hyper.expertCount);
    case Fact::ExpertUsedCount:
        return ifAny(config.expertUsedCount);
    case Fact::ExpertFeedForwardLength:
        return config.expertFeedForward;
    case Fact::HeadLength:
        return config.headLength;
    case Fact::HeadLengthIfSaid:
        return config.headLengthIsSaid ? std::optional<std::uint64_t>(config.headLength) : std::nullopt;
    case Fact::VocabularySize:
        return hyper.vocabularySize;
    case Fact::RopeDimensions:
        return config.ropeDimensions;
    case Fact::SlidingWindow:
        return config.slidingWindow;
    case Fact::SlidingWindowOrZero:
        return config.slidingWindow.value_or(0);
    case Fact::OriginalContextLength:
        return config.ropeScaling.originalContextLength;
    default:
        return std::nullopt;
    }
}

void addFact(Model &model, const KeyRule &rule, const CheckpointConfig &config)
{
    Keys keys(model);
    if (rule.fact == Fact::RopeScaling)
        addRopeScaling(model, config.ropeScaling);
    else if (rule.fact == Fact::FileType)
        model.metadata.append(std::string(rule.name), GgufValue::u32(fileTypeOf(model)));
    else if (rule.fact == Fact::NormEpsilon)
        keys.number(rule.name, config.rmsNormEpsilon);
    else if (const auto count = countOf(rule.fact, config))
        keys.count(rule.name, *count);
    else if (const double number = numberOf(rule.fact, config); number != 0)
        keys.number(rule.name, number);
}

} // namespace

void addCheckpointMetadata(Model &model, const CheckpointConfig &config)
{
    addGeneralMetadata(model);
    for (const auto rules : {config.family->keys, config.family->extraKeys})
        for (const KeyRule &rule : rules)
            addFact(model, rule, config);
    model.metadata.append("general.quantization_version", GgufValue::u32(kQuantizationVersion));
}

} // namespace snug
