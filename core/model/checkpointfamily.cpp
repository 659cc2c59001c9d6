// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointfamily.h"

#include <algorithm>

namespace snug {

namespace {

using enum Extent;

// clang-format off
constexpr std::string_view kLlamaClasses[] = {"LlamaForCausalLM", "LLaMAForCausalLM", "MistralForCausalLM"};

constexpr std::string_view kSilu[] = {"silu", "swish"}; // two names of one function

constexpr TensorRule kLlamaModel[] = {
    {"model.embed_tokens.weight", "token_embd.weight",  Vocabulary, Hidden},
    {"model.norm.weight",         "output_norm.weight", Hidden},
    {"lm_head.weight",            "output.weight",      Vocabulary, Hidden, Presence::Optional},
};

constexpr TensorRule kLlamaLayer[] = {
    {"input_layernorm.weight",          "attn_norm.weight",   Hidden},
    {"self_attn.q_proj.weight",         "attn_q.weight",      QueryRows,   Hidden, Presence::Required, Rotary::Query},
    {"self_attn.k_proj.weight",         "attn_k.weight",      KeyRows,     Hidden, Presence::Required, Rotary::Key},
    {"self_attn.v_proj.weight",         "attn_v.weight",      KeyRows,     Hidden},
    {"self_attn.o_proj.weight",         "attn_output.weight", Hidden,      QueryRows},
    {"post_attention_layernorm.weight", "ffn_norm.weight",    Hidden},
    {"mlp.gate_proj.weight",            "ffn_gate.weight",    FeedForward, Hidden},
    {"mlp.up_proj.weight",              "ffn_up.weight",      FeedForward, Hidden},
    {"mlp.down_proj.weight",            "ffn_down.weight",    Hidden,      FeedForward},
    {"self_attn.q_proj.bias",           "attn_q.bias",        QueryRows,   None,   Presence::AttentionBias, Rotary::Query},
    {"self_attn.k_proj.bias",           "attn_k.bias",        KeyRows,     None,   Presence::AttentionBias, Rotary::Key},
    {"self_attn.v_proj.bias",           "attn_v.bias",        KeyRows,     None,   Presence::AttentionBias},
    {"self_attn.o_proj.bias",           "attn_output.bias",   Hidden,      None,   Presence::AttentionBias},
    {"mlp.gate_proj.bias",              "ffn_gate.bias",      FeedForward, None,   Presence::MlpBias},
    {"mlp.up_proj.bias",                "ffn_up.bias",        FeedForward, None,   Presence::MlpBias},
    {"mlp.down_proj.bias",              "ffn_down.bias",      Hidden,      None,   Presence::MlpBias},
};

constexpr CheckpointFamily kFamilies[] = {
    {kLlamaClasses, "llama", "model.layers.", kLlamaModel, kLlamaLayer, "lm_head.weight", kSilu},
};

struct ClassName
{
    std::string_view name;
    std::string_view architecture;
};

// Classes people have on disk that are not converted yet. They can be looked at, and a GGUF of them can be quantized.
constexpr ClassName kOtherClasses[] = {
    {"MixtralForCausalLM", "llama"},
    {"Qwen2ForCausalLM", "qwen2"},
    {"Qwen2MoeForCausalLM", "qwen2moe"},
    {"Qwen2VLForConditionalGeneration", "qwen2vl"},
    {"Qwen2_5_VLForConditionalGeneration", "qwen2vl"},
    {"Qwen3ForCausalLM", "qwen3"},
    {"Qwen3MoeForCausalLM", "qwen3moe"},
    {"Qwen3NextForCausalLM", "qwen3next"},
    {"Qwen3_5ForConditionalGeneration", "qwen35"},
    {"Qwen3_5MoeForConditionalGeneration", "qwen35moe"},
    {"PhiForCausalLM", "phi2"},
    {"Phi3ForCausalLM", "phi3"},
    {"PhiMoEForCausalLM", "phimoe"},
    {"GemmaForCausalLM", "gemma"},
    {"Gemma2ForCausalLM", "gemma2"},
    {"Gemma3ForCausalLM", "gemma3"},
    {"Gemma3ForConditionalGeneration", "gemma3"},
    {"Gemma3nForConditionalGeneration", "gemma3n"},
    {"Gemma4ForConditionalGeneration", "gemma4"},
    {"FalconForCausalLM", "falcon"},
    {"GPT2LMHeadModel", "gpt2"},
    {"GPTNeoXForCausalLM", "gptneox"},
    {"MptForCausalLM", "mpt"},
    {"BloomForCausalLM", "bloom"},
    {"StableLmForCausalLM", "stablelm"},
    {"Starcoder2ForCausalLM", "starcoder2"},
    {"InternLM2ForCausalLM", "internlm2"},
    {"MiniCPMForCausalLM", "minicpm"},
    {"CohereForCausalLM", "command-r"},
    {"Cohere2ForCausalLM", "cohere2"},
    {"OlmoForCausalLM", "olmo"},
    {"Olmo2ForCausalLM", "olmo2"},
    {"OlmoeForCausalLM", "olmoe"},
    {"DeepseekForCausalLM", "deepseek"},
    {"DeepseekV2ForCausalLM", "deepseek2"},
    {"DeepseekV3ForCausalLM", "deepseek2"},
    {"GlmForCausalLM", "chatglm"},
    {"Glm4ForCausalLM", "glm4"},
    {"Glm4MoeForCausalLM", "glm4moe"},
    {"GraniteForCausalLM", "granite"},
    {"GraniteMoeForCausalLM", "granitemoe"},
    {"GraniteMoeHybridForCausalLM", "granitehybrid"},
    {"ExaoneForCausalLM", "exaone"},
    {"Exaone4ForCausalLM", "exaone4"},
    {"NemotronForCausalLM", "nemotron"},
    {"NemotronHForCausalLM", "nemotron_h"},
    {"MambaForCausalLM", "mamba"},
    {"Mamba2ForCausalLM", "mamba2"},
    {"JambaForCausalLM", "jamba"},
    {"FalconH1ForCausalLM", "falcon-h1"},
    {"SmolLM3ForCausalLM", "smollm3"},
    {"GptOssForCausalLM", "gpt-oss"},
    {"Lfm2ForCausalLM", "lfm2"},
    {"Llama4ForConditionalGeneration", "llama4"},
    {"Mistral3ForConditionalGeneration", "mistral3"},
    {"Ernie4_5ForCausalLM", "ernie4_5"},
    {"HunYuanDenseV1ForCausalLM", "hunyuan-dense"},
    {"SeedOssForCausalLM", "seed_oss"},
    {"ApertusForCausalLM", "apertus"},
    {"BertModel", "bert"},
    {"T5ForConditionalGeneration", "t5"},
};
// clang-format on

constexpr std::string_view kIgnoredEndings[] = {".rotary_emb.inv_freq", ".attention.masked_bias", ".attention.bias"};

} // namespace

const CheckpointFamily *findCheckpointFamily(std::string_view className)
{
    for (const CheckpointFamily &family : kFamilies)
        if (std::ranges::find(family.classNames, className) != family.classNames.end())
            return &family;
    return nullptr;
}

std::string_view architectureOfClass(std::string_view className)
{
    if (const CheckpointFamily *family = findCheckpointFamily(className))
        return family->architecture;
    for (const ClassName &row : kOtherClasses)
        if (row.name == className)
            return row.architecture;
    return {};
}

bool isIgnoredTensor(std::string_view sourceName)
{
    return std::ranges::any_of(kIgnoredEndings, [&](std::string_view end) { return sourceName.ends_with(end); });
}

} // namespace snug
