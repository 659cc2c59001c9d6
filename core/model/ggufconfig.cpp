// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufconfig.h"

#include "core/model/exporttensors.h"
#include "core/model/generalmetadata.h"
#include "core/model/ggufrope.h"
#include "core/model/modeltext.h"
#include "core/model/sourcenames.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace snug {

using OrderedJson = nlohmann::ordered_json;

namespace {

// clang-format off
struct ModelType
{
    std::string_view className, type;
};

constexpr ModelType kModelTypes[] = {
    {"LlamaForCausalLM",    "llama"},
    {"MistralForCausalLM",  "mistral"},
    {"MixtralForCausalLM",  "mixtral"},
    {"Qwen2ForCausalLM",    "qwen2"},
    {"Qwen3ForCausalLM",    "qwen3"},
    {"Qwen3MoeForCausalLM", "qwen3_moe"},
    {"Phi3ForCausalLM",     "phi3"},
    {"Gemma2ForCausalLM",   "gemma2"},
    {"Gemma3ForCausalLM",   "gemma3_text"},
};

// Numbers that change what is computed, with what they are where they change nothing. No class here has them.
struct OddKey
{
    std::string_view name;
    double plain;
};

constexpr OddKey kOddKeys[] = {
    {"attention.scale", 0}, {"logit_scale", 1}, {"residual_scale", 1}, {"embedding_scale", 1},
    {"expert_weights_scale", 1}, {"attention.clamp_kqv", 0}, {"expert_shared_count", 0},
    {"leading_dense_block_count", 0},
};
// clang-format on

// Writes config.json key by key, and keeps the first thing that stands in the way.
class ConfigMaker
{
public:
    ConfigMaker(const Model &model, const CheckpointFamily &family)
        : m_model(model), m_hyper(model.hyper), m_family(family), m_gemma(family.architecture.starts_with("gemma"))
    {
        for (const ModelTensor &tensor : model.tensors)
            m_names.insert(tensor.name);
    }

    Result<std::string> run()
    {
        SNUG_TRY(refuseOddities());
        const std::string className(m_family.classNames.front());
        m_config["architectures"] = {className};
        for (const ModelType &row : kModelTypes)
            if (row.className == className)
                m_config["model_type"] = row.type;
        addSizes();
        addExperts();
        addKinds();
        addWindow();
        if (m_gemma)
            addGemma();
        SNUG_TRY(addRope());
        addTokens();
        m_config["torch_dtype"] = torchDtype(m_model.mainType);
        m_config["use_cache"] = true;
        if (!m_missing.empty())
            return fail(ErrorCode::Unsupported,
                        fmt::format("The header has no {}, which config.json of a {} checkpoint needs; choose the "
                                    "checkpoint folder the file was made from.",
                                    m_missing, m_family.name),
                        m_model.path.string());
        return m_config.dump(2) + "\n";
    }

private:
    std::string key(std::string_view name) const { return fmt::format("{}.{}", m_model.architecture, name); }
    bool has(std::string_view name) const { return m_model.metadata.find(key(name)) != nullptr; }

    std::optional<double> number(std::string_view name)
    {
        const auto value = shortNumberAt(m_model.metadata, key(name));
        if (!value && has(name) && m_missing.empty())
            m_missing = key(name);
        return value;
    }

    std::optional<std::uint64_t> count(std::string_view name) const { return m_model.metadata.unsignedAt(key(name)); }

    template <class T> T needed(std::string_view name, const std::optional<T> &value)
    {
        if (!value && m_missing.empty())
            m_missing = key(name);
        return value.value_or(T());
    }

    tl::unexpected<Error> refuse(std::string_view what) const
    {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, which a {} checkpoint cannot say; choose the checkpoint folder the file was made "
                                "from.",
                                what, m_family.name),
                    m_model.path.string());
    }

    Result<void> refuseOddities() const
    {
        if (!m_hyper.layerHeadCountKv.empty())
            return refuse("Layers have different numbers of key-value heads");
        if (m_hyper.keyLength != m_hyper.valueLength)
            return refuse(fmt::format("Keys are {} wide and values {}", m_hyper.keyLength, m_hyper.valueLength));
        for (const OddKey &odd : kOddKeys)
            if (const auto value = m_model.metadata.numberAt(key(odd.name)); value && *value != odd.plain)
                return refuse(fmt::format("The header's {} is {}", key(odd.name), *value));
        const GgufValue *causal = m_model.metadata.find(key("attention.causal"));
        if (causal && causal->asBool() == false)
            return refuse("Attention looks ahead (attention.causal is false)");
        return {};
    }

    void addSizes()
    {
        const ModelTensor *embedding = m_model.find("token_embd.weight");
        m_config["vocab_size"] = embedding ? embedding->rows() : m_hyper.vocabularySize;
        m_config["hidden_size"] = m_hyper.embeddingLength;
        m_config["intermediate_size"] = m_hyper.feedForwardLength;
        m_config["num_hidden_layers"] = m_hyper.layerCount;
        m_config["num_attention_heads"] = m_hyper.headCount;
        m_config["num_key_value_heads"] = m_hyper.headCountKv;
        const bool usual = m_hyper.headCount > 0 && m_hyper.keyLength == m_hyper.embeddingLength / m_hyper.headCount;
        if (!usual || m_family.defaults.headLengthIsSaid || has("attention.key_length"))
            m_config["head_dim"] = m_hyper.keyLength;
        m_config["max_position_embeddings"] = needed("context_length", count("context_length"));
        m_config["rms_norm_eps"] =
            needed("attention.layer_norm_rms_epsilon", number("attention.layer_norm_rms_epsilon"));
    }

    void addExperts()
    {
        if (!m_family.experts)
            return;
        const bool qwen = m_model.architecture == "qwen3moe";
        m_config[qwen ? "num_experts" : "num_local_experts"] = m_hyper.expertCount;
        m_config["num_experts_per_tok"] = needed("expert_used_count", count("expert_used_count"));
        if (!qwen)
            return;
        m_config["moe_intermediate_size"] = needed("expert_feed_forward_length", count("expert_feed_forward_length"));
        m_config["norm_topk_prob"] = true; // what programs compute for this architecture
        m_config["decoder_sparse_step"] = 1;
        m_config["mlp_only_layers"] = OrderedJson::array();
    }

    // A tensor with this presence in any layer.
    bool hasAny(Presence presence) const
    {
        for (const TensorRule &rule : m_family.layerTensors)
            if (rule.presence == presence)
                for (std::uint32_t layer = 0; layer < m_hyper.layerCount; ++layer)
                    if (m_names.contains(targetName(rule, static_cast<int>(layer))))
                        return true;
        return false;
    }

    void addKinds()
    {
        const std::string activation(m_family.activations.front());
        m_config["hidden_act"] = activation;
        if (m_gemma)
            m_config["hidden_activation"] = activation;
        const std::string_view architecture = m_model.architecture;
        if (architecture == "llama" && !m_family.experts) {
            m_config["attention_bias"] = hasAny(Presence::AttentionBias);
            m_config["mlp_bias"] = hasAny(Presence::MlpBias);
        } else if (architecture.starts_with("qwen3"))
            m_config["attention_bias"] = false;
        m_config["tie_word_embeddings"] = !m_names.contains("output.weight");
    }

    void addWindow()
    {
        const std::string_view name = "attention.sliding_window";
        const std::uint64_t window = count(name).value_or(0);
        if (m_family.wholeTextEvery > 0)
            m_config["sliding_window"] = needed(name, window > 0 ? std::optional(window) : std::nullopt);
        else if (m_model.architecture == "qwen2" || m_family.architecture.starts_with("qwen3")) {
            m_config["use_sliding_window"] = false;
            m_config["sliding_window"] = nullptr;
        } else if (window > 0)
            m_config["sliding_window"] = window;
        else
            m_config["sliding_window"] = nullptr;
    }

    void addGemma()
    {
        const bool byHidden = m_family.scaledByHiddenAt == m_hyper.layerCount && m_hyper.headCount > 0;
        m_config["query_pre_attn_scalar"] = byHidden ? m_hyper.embeddingLength / m_hyper.headCount : m_hyper.keyLength;
        for (const char *name : {"attn_logit_softcapping", "final_logit_softcapping"}) {
            const auto cap = number(name);
            m_config[name] = cap && *cap > 0 ? OrderedJson(*cap) : OrderedJson(nullptr);
        }
        if (m_model.architecture == "gemma3") {
            m_config["sliding_window_pattern"] = m_family.wholeTextEvery;
            m_config["rope_local_base_freq"] = number("rope.freq_base_swa").value_or(m_family.defaults.ropeBaseSliding);
        }
    }

    Result<void> addRope()
    {
        const double base = number("rope.freq_base").value_or(10000.0);
        m_config["rope_theta"] = base;
        const std::uint64_t rotated = count("rope.dimension_count").value_or(m_hyper.keyLength);
        const bool phi = m_model.architecture == "phi3";
        if (rotated != m_hyper.keyLength && (!phi || rotated == 0 || rotated > m_hyper.keyLength))
            return refuse(fmt::format("{} of {} dimensions of a head rotate", rotated, m_hyper.keyLength));
        if (phi && rotated != m_hyper.keyLength)
            m_config["partial_rotary_factor"] = static_cast<double>(rotated) / static_cast<double>(m_hyper.keyLength);
        if (const auto original = count("rope.scaling.original_context_length"); phi && original)
            m_config["original_max_position_embeddings"] = *original;
        auto scaling = ropeScalingOfGguf(m_model, base, static_cast<std::uint32_t>(rotated));
        SNUG_TRY(scaling);
        m_config["rope_scaling"] = OrderedJson::parse(*scaling);
        return {};
    }

    // Absent ids are said to be absent, since some classes mean a token by themselves.
    void addTokens()
    {
        for (const auto &[name, key] : {std::pair("bos_token_id", "bos"), std::pair("eos_token_id", "eos"),
                                        std::pair("pad_token_id", "padding")}) {
            const auto id = tokenIdAt(m_model.metadata, key);
            m_config[name] = id ? OrderedJson(*id) : OrderedJson(nullptr);
        }
    }

    const Model &m_model;
    const Hyperparameters &m_hyper;
    const CheckpointFamily &m_family;
    bool m_gemma;
    std::set<std::string_view> m_names;
    OrderedJson m_config = OrderedJson::object();
    std::string m_missing;
};

} // namespace

double shortest(float value)
{
    const std::string text = fmt::format("{}", value);
    double number = value;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::optional<double> shortNumberAt(const GgufMetadata &metadata, std::string_view key)
{
    const auto value = metadata.numberAt(key);
    // Not a number fails the comparison too. What is beyond the largest float must not be cast: that is undefined.
    if (!value || !(std::fabs(*value) <= double{std::numeric_limits<float>::max()}))
        return std::nullopt;
    return shortest(static_cast<float>(*value));
}

const CheckpointFamily *familyOfGguf(const Model &model)
{
    const bool experts = model.hyper.expertCount > 0;
    const bool window =
        model.metadata.unsignedAt(fmt::format("{}.attention.sliding_window", model.architecture)).value_or(0) > 0;
    const CheckpointFamily *found = nullptr;
    for (const CheckpointFamily &family : checkpointFamilies()) {
        if (family.architecture != model.architecture || family.experts != experts)
            continue;
        const bool takesWindow = family.architecture != "llama" || family.classNames.front() != "LlamaForCausalLM";
        if (!found || (window && takesWindow && found->architecture == "llama"))
            found = &family;
    }
    return found;
}

Result<std::string> configOfGguf(const Model &model, const CheckpointFamily &family)
{
    return ConfigMaker(model, family).run();
}

std::optional<std::uint32_t> tokenIdAt(const GgufMetadata &metadata, std::string_view name)
{
    const auto id = metadata.unsignedAt(fmt::format("tokenizer.ggml.{}_token_id", name));
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    const bool isToken = id && tokens && *id < tokens->elementCount();
    return isToken ? std::optional(static_cast<std::uint32_t>(*id)) : std::nullopt;
}

namespace {

// Null where the header has no such number, or none that the setting can be.
OrderedJson samplingValue(const GgufMetadata &metadata, const SamplingKey &setting)
{
    constexpr double kMost = 1LL << 53; // whole numbers beyond are not told apart
    const auto number = shortNumberAt(metadata, setting.key);
    if (!number || (setting.whole && std::fabs(*number) > kMost))
        return nullptr;
    return setting.whole ? OrderedJson(static_cast<std::int64_t>(*number)) : OrderedJson(*number);
}

} // namespace

std::string generationConfigOfGguf(const GgufMetadata &metadata)
{
    OrderedJson json = OrderedJson::object();
    if (const auto id = tokenIdAt(metadata, "bos"))
        json["bos_token_id"] = *id;
    std::vector<std::uint32_t> ends;
    for (const std::string_view name : {"eos", "eot", "eom"})
        if (const auto id = tokenIdAt(metadata, name); id && std::ranges::find(ends, *id) == ends.end())
            ends.push_back(*id);
    if (ends.size() == 1)
        json["eos_token_id"] = ends.front();
    else if (!ends.empty())
        json["eos_token_id"] = ends;
    if (const auto id = tokenIdAt(metadata, "padding"))
        json["pad_token_id"] = *id;
    bool samples = false;
    for (const SamplingKey &setting : samplingKeys())
        if (const OrderedJson value = setting.standard ? samplingValue(metadata, setting) : nullptr; !value.is_null()) {
            json[std::string(setting.name)] = value;
            samples = true;
        }
    if (samples)
        json["do_sample"] = true;
    return json.dump(2) + "\n";
}

} // namespace snug
