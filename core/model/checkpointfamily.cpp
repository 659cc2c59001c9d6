// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointfamily.h"

#include <algorithm>

namespace snug {

namespace {

// clang-format off
struct ClassName
{
    std::string_view name;
    std::string_view architecture;
};

// Classes people have on disk that are not converted. They can be looked at, and a GGUF of them can be quantized.
constexpr ClassName kOtherClasses[] = {
    {"Qwen2MoeForCausalLM", "qwen2moe"},
    {"Qwen2VLForConditionalGeneration", "qwen2vl"},
    {"Qwen2_5_VLForConditionalGeneration", "qwen2vl"},
    {"Qwen3NextForCausalLM", "qwen3next"},
    {"Qwen3_5ForConditionalGeneration", "qwen35"},
    {"Qwen3_5MoeForConditionalGeneration", "qwen35moe"},
    {"PhiForCausalLM", "phi2"},
    {"PhiMoEForCausalLM", "phimoe"},
    {"GemmaForCausalLM", "gemma"},
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

constexpr std::string_view kOtherModalities[] = {"vision",        "visual.",      "audio",
                                                 "image_newline", "mm_projector", "multi_modal_projector",
                                                 "patch_embed",   "speech",       "siglip"};

} // namespace

const CheckpointFamily *findCheckpointFamily(std::string_view className)
{
    for (const CheckpointFamily &family : checkpointFamilies())
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

bool isOfAdapter(std::string_view sourceName)
{
    return sourceName.find(".lora_A.") != std::string_view::npos ||
           sourceName.find(".lora_B.") != std::string_view::npos;
}

bool isOtherModality(std::string_view sourceName)
{
    return std::ranges::any_of(kOtherModalities,
                               [&](std::string_view part) { return sourceName.find(part) != std::string_view::npos; });
}

bool holdsExperts(Change change) { return change >= Change::PerExpert; }

} // namespace snug
