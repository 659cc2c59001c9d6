// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The entries of the table of checkpoint families. Source of names, keys and changes: the reference's converter and its
// table of tensor names.

#include "core/model/checkpointfamily.h"

namespace snug {

namespace {

using enum Extent;
using enum Presence;
using enum Change;

// clang-format off
constexpr std::string_view kSilu[] = {"silu", "swish"}; // two names of one function
constexpr std::string_view kGelu[] = {"gelu_pytorch_tanh"};

// Outside the layers: the same for all, but that some have no output tensor of their own.
constexpr TensorRule kPlainModel[] = {
    {"model.embed_tokens.weight", "token_embd.weight",  Vocabulary, Hidden},
    {"model.norm.weight",         "output_norm.weight", Hidden},
    {"lm_head.weight",            "output.weight",      Vocabulary, Hidden, Optional},
};
constexpr TensorRule kGemma2Model[] = {
    {"model.embed_tokens.weight", "token_embd.weight",  Vocabulary, Hidden},
    {"model.norm.weight",         "output_norm.weight", Hidden, None, Required, PlusOne},
};
constexpr TensorRule kGemma3Model[] = {
    {"model.embed_tokens.weight", "token_embd.weight",  Vocabulary, Hidden},
    {"model.norm.weight",         "output_norm.weight", Hidden, None, Required, PlusOne},
    {"lm_head.weight",            "output.weight",      Vocabulary, Hidden, Optional},
};

constexpr TensorRule kLlamaLayer[] = {
    {"input_layernorm.weight",          "attn_norm.weight",   Hidden},
    {"self_attn.q_proj.weight",         "attn_q.weight",      QueryRows,   Hidden, Required, RotaryQuery},
    {"self_attn.k_proj.weight",         "attn_k.weight",      KeyRows,     Hidden, Required, RotaryKey},
    {"self_attn.v_proj.weight",         "attn_v.weight",      KeyRows,     Hidden},
    {"self_attn.o_proj.weight",         "attn_output.weight", Hidden,      QueryRows},
    {"post_attention_layernorm.weight", "ffn_norm.weight",    Hidden},
    {"mlp.gate_proj.weight",            "ffn_gate.weight",    FeedForward, Hidden},
    {"mlp.up_proj.weight",              "ffn_up.weight",      FeedForward, Hidden},
    {"mlp.down_proj.weight",            "ffn_down.weight",    Hidden,      FeedForward},
    {"self_attn.q_proj.bias",           "attn_q.bias",        QueryRows,   None,   AttentionBias, RotaryQuery},
    {"self_attn.k_proj.bias",           "attn_k.bias",        KeyRows,     None,   AttentionBias, RotaryKey},
    {"self_attn.v_proj.bias",           "attn_v.bias",        KeyRows,     None,   AttentionBias},
    {"self_attn.o_proj.bias",           "attn_output.bias",   Hidden,      None,   AttentionBias},
    {"mlp.gate_proj.bias",              "ffn_gate.bias",      FeedForward, None,   MlpBias},
    {"mlp.up_proj.bias",                "ffn_up.bias",        FeedForward, None,   MlpBias},
    {"mlp.down_proj.bias",              "ffn_down.bias",      Hidden,      None,   MlpBias},
};

constexpr TensorRule kMixtralLayer[] = {
    {"input_layernorm.weight",             "attn_norm.weight",     Hidden},
    {"self_attn.q_proj.weight",            "attn_q.weight",        QueryRows, Hidden, Required, RotaryQuery},
    {"self_attn.k_proj.weight",            "attn_k.weight",        KeyRows,   Hidden, Required, RotaryKey},
    {"self_attn.v_proj.weight",            "attn_v.weight",        KeyRows,   Hidden},
    {"self_attn.o_proj.weight",            "attn_output.weight",   Hidden,    QueryRows},
    {"post_attention_layernorm.weight",    "ffn_norm.weight",      Hidden},
    {"block_sparse_moe.gate.weight",       "ffn_gate_inp.weight",  Experts,   Hidden},
    {"block_sparse_moe.experts.*.w1.weight", "ffn_gate_exps.weight", FeedForward, Hidden,    Required, PerExpert},
    {"block_sparse_moe.experts.*.w2.weight", "ffn_down_exps.weight", Hidden,    FeedForward, Required, PerExpert},
    {"block_sparse_moe.experts.*.w3.weight", "ffn_up_exps.weight",   FeedForward, Hidden,    Required, PerExpert},
    {"mlp.gate.weight",                    "ffn_gate_inp.weight",  Experts,     Hidden,      Optional},
    {"mlp.experts.gate_up_proj",           "ffn_gate_exps.weight", FeedForward, Hidden,      Optional, StackedFirstHalf},
    {"mlp.experts.gate_up_proj",           "ffn_up_exps.weight",   FeedForward, Hidden,      Optional, StackedSecondHalf},
    {"mlp.experts.down_proj",              "ffn_down_exps.weight", Hidden,      FeedForward, Optional, Stacked},
};

constexpr TensorRule kQwen2Layer[] = {
    {"input_layernorm.weight",          "attn_norm.weight",   Hidden},
    {"self_attn.q_proj.weight",         "attn_q.weight",      QueryRows,   Hidden},
    {"self_attn.k_proj.weight",         "attn_k.weight",      KeyRows,     Hidden},
    {"self_attn.v_proj.weight",         "attn_v.weight",      KeyRows,     Hidden},
    {"self_attn.o_proj.weight",         "attn_output.weight", Hidden,      QueryRows},
    {"post_attention_layernorm.weight", "ffn_norm.weight",    Hidden},
    {"mlp.gate_proj.weight",            "ffn_gate.weight",    FeedForward, Hidden},
    {"mlp.up_proj.weight",              "ffn_up.weight",      FeedForward, Hidden},
    {"mlp.down_proj.weight",            "ffn_down.weight",    Hidden,      FeedForward},
    {"self_attn.q_proj.bias",           "attn_q.bias",        QueryRows},
    {"self_attn.k_proj.bias",           "attn_k.bias",        KeyRows},
    {"self_attn.v_proj.bias",           "attn_v.bias",        KeyRows},
};

constexpr TensorRule kQwen3Layer[] = {
    {"input_layernorm.weight",          "attn_norm.weight",   Hidden},
    {"self_attn.q_proj.weight",         "attn_q.weight",      QueryRows,   Hidden},
    {"self_attn.k_proj.weight",         "attn_k.weight",      KeyRows,     Hidden},
    {"self_attn.v_proj.weight",         "attn_v.weight",      KeyRows,     Hidden},
    {"self_attn.o_proj.weight",         "attn_output.weight", Hidden,      QueryRows},
    {"self_attn.q_norm.weight",         "attn_q_norm.weight", HeadLength},
    {"self_attn.k_norm.weight",         "attn_k_norm.weight", HeadLength},
    {"post_attention_layernorm.weight", "ffn_norm.weight",    Hidden},
    {"mlp.gate_proj.weight",            "ffn_gate.weight",    FeedForward, Hidden},
    {"mlp.up_proj.weight",              "ffn_up.weight",      FeedForward, Hidden},
    {"mlp.down_proj.weight",            "ffn_down.weight",    Hidden,      FeedForward},
};

constexpr TensorRule kQwen3MoeLayer[] = {
    {"input_layernorm.weight",           "attn_norm.weight",     Hidden},
    {"self_attn.q_proj.weight",          "attn_q.weight",        QueryRows, Hidden},
    {"self_attn.k_proj.weight",          "attn_k.weight",        KeyRows,   Hidden},
    {"self_attn.v_proj.weight",          "attn_v.weight",        KeyRows,   Hidden},
    {"self_attn.o_proj.weight",          "attn_output.weight",   Hidden,    QueryRows},
    {"self_attn.q_norm.weight",          "attn_q_norm.weight",   HeadLength},
    {"self_attn.k_norm.weight",          "attn_k_norm.weight",   HeadLength},
    {"post_attention_layernorm.weight",  "ffn_norm.weight",      Hidden},
    {"mlp.gate.weight",                  "ffn_gate_inp.weight",  Experts,   Hidden},
    {"mlp.experts.*.gate_proj.weight",   "ffn_gate_exps.weight", ExpertFeedForward, Hidden, Required, PerExpert},
    {"mlp.experts.*.up_proj.weight",     "ffn_up_exps.weight",   ExpertFeedForward, Hidden, Required, PerExpert},
    {"mlp.experts.*.down_proj.weight",   "ffn_down_exps.weight", Hidden, ExpertFeedForward, Required, PerExpert},
    {"mlp.experts.gate_up_proj",         "ffn_gate_exps.weight", ExpertFeedForward, Hidden, Optional, StackedFirstHalf},
    {"mlp.experts.gate_up_proj",         "ffn_up_exps.weight",   ExpertFeedForward, Hidden, Optional, StackedSecondHalf},
    {"mlp.experts.down_proj",            "ffn_down_exps.weight", Hidden, ExpertFeedForward, Optional, Stacked},
};

constexpr TensorRule kPhi3Layer[] = {
    {"input_layernorm.weight",          "attn_norm.weight",   Hidden},
    {"self_attn.qkv_proj.weight",       "attn_qkv.weight",    FusedQkvRows,    Hidden},
    {"self_attn.o_proj.weight",         "attn_output.weight", Hidden,          QueryRows},
    {"post_attention_layernorm.weight", "ffn_norm.weight",    Hidden},
    {"mlp.gate_up_proj.weight",         "ffn_up.weight",      FusedGateUpRows, Hidden},
    {"mlp.down_proj.weight",            "ffn_down.weight",    Hidden,          FeedForward},
};

constexpr TensorRule kGemma2Layer[] = {
    {"input_layernorm.weight",            "attn_norm.weight",           Hidden, None, Required, PlusOne},
    {"self_attn.q_proj.weight",           "attn_q.weight",              QueryRows,   Hidden},
    {"self_attn.k_proj.weight",           "attn_k.weight",              KeyRows,     Hidden},
    {"self_attn.v_proj.weight",           "attn_v.weight",              KeyRows,     Hidden},
    {"self_attn.o_proj.weight",           "attn_output.weight",         Hidden,      QueryRows},
    {"post_attention_layernorm.weight",   "post_attention_norm.weight", Hidden, None, Required, PlusOne},
    {"pre_feedforward_layernorm.weight",  "ffn_norm.weight",            Hidden, None, Required, PlusOne},
    {"post_feedforward_layernorm.weight", "post_ffw_norm.weight",       Hidden, None, Required, PlusOne},
    {"mlp.gate_proj.weight",              "ffn_gate.weight",            FeedForward, Hidden},
    {"mlp.up_proj.weight",                "ffn_up.weight",              FeedForward, Hidden},
    {"mlp.down_proj.weight",              "ffn_down.weight",            Hidden,      FeedForward},
};

constexpr TensorRule kGemma3Layer[] = {
    {"input_layernorm.weight",            "attn_norm.weight",           Hidden, None, Required, PlusOne},
    {"self_attn.q_proj.weight",           "attn_q.weight",              QueryRows,   Hidden},
    {"self_attn.k_proj.weight",           "attn_k.weight",              KeyRows,     Hidden},
    {"self_attn.v_proj.weight",           "attn_v.weight",              KeyRows,     Hidden},
    {"self_attn.o_proj.weight",           "attn_output.weight",         Hidden,      QueryRows},
    {"self_attn.q_norm.weight",           "attn_q_norm.weight",         HeadLength, None, Required, PlusOne},
    {"self_attn.k_norm.weight",           "attn_k_norm.weight",         HeadLength, None, Required, PlusOne},
    {"post_attention_layernorm.weight",   "post_attention_norm.weight", Hidden, None, Required, PlusOne},
    {"pre_feedforward_layernorm.weight",  "ffn_norm.weight",            Hidden, None, Required, PlusOne},
    {"post_feedforward_layernorm.weight", "post_ffw_norm.weight",       Hidden, None, Required, PlusOne},
    {"mlp.gate_proj.weight",              "ffn_gate.weight",            FeedForward, Hidden},
    {"mlp.up_proj.weight",                "ffn_up.weight",              FeedForward, Hidden},
    {"mlp.down_proj.weight",              "ffn_down.weight",            Hidden,      FeedForward},
};

// Experts come in 4-bit floats, or as plain weights with rows for columns.
constexpr TensorRule kGptOssLayer[] = {
    {"input_layernorm.weight",           "attn_norm.weight",           Hidden},
    {"self_attn.q_proj.weight",          "attn_q.weight",              QueryRows, Hidden},
    {"self_attn.k_proj.weight",          "attn_k.weight",              KeyRows,   Hidden},
    {"self_attn.v_proj.weight",          "attn_v.weight",              KeyRows,   Hidden},
    {"self_attn.o_proj.weight",          "attn_output.weight",         Hidden,    QueryRows},
    {"self_attn.q_proj.bias",            "attn_q.bias",                QueryRows},
    {"self_attn.k_proj.bias",            "attn_k.bias",                KeyRows},
    {"self_attn.v_proj.bias",            "attn_v.bias",                KeyRows},
    {"self_attn.o_proj.bias",            "attn_output.bias",           Hidden},
    {"self_attn.sinks",                  "attn_sinks.weight",          Heads},
    {"post_attention_layernorm.weight",  "post_attention_norm.weight", Hidden},
    {"mlp.router.weight",                "ffn_gate_inp.weight",        Experts, Hidden},
    {"mlp.router.bias",                  "ffn_gate_inp.bias",          Experts},
    {"mlp.experts.gate_up_proj_blocks",  "ffn_gate_exps.weight",       FeedForward, Hidden, Required, Mxfp4Even},
    {"mlp.experts.gate_up_proj_blocks",  "ffn_up_exps.weight",         FeedForward, Hidden, Required, Mxfp4Odd},
    {"mlp.experts.down_proj_blocks",     "ffn_down_exps.weight",       Hidden, FeedForward, Required, Mxfp4},
    {"mlp.experts.gate_up_proj",         "ffn_gate_exps.weight",       FeedForward, Hidden, Optional, TransposedEven},
    {"mlp.experts.gate_up_proj",         "ffn_up_exps.weight",         FeedForward, Hidden, Optional, TransposedOdd},
    {"mlp.experts.down_proj",            "ffn_down_exps.weight",       Hidden, FeedForward, Optional, Transposed},
    {"mlp.experts.gate_up_proj_bias",    "ffn_gate_exps.bias",         FeedForward, None, Required, ExpertVectorsEven},
    {"mlp.experts.gate_up_proj_bias",    "ffn_up_exps.bias",           FeedForward, None, Required, ExpertVectorsOdd},
    {"mlp.experts.down_proj_bias",       "ffn_down_exps.bias",         Hidden, None, Required, ExpertVectors},
};

// Keys in the order in which the reference's converter writes them; those of absent numbers are left out.
constexpr KeyRule kTextKeys[] = {
    {"block_count",             Fact::BlockCount},
    {"context_length",          Fact::ContextLength},
    {"embedding_length",        Fact::EmbeddingLength},
    {"feed_forward_length",     Fact::FeedForwardLength},
    {"attention.head_count",    Fact::HeadCount},
    {"attention.head_count_kv", Fact::HeadCountKv},
    {"rope.scaling",            Fact::RopeScaling},
    {"rope.freq_base",          Fact::RopeBase},
    {"rope.freq_base_swa",      Fact::RopeBaseSliding},
    {"attention.layer_norm_rms_epsilon", Fact::NormEpsilon},
    {"expert_count",            Fact::ExpertCount},
    {"expert_used_count",       Fact::ExpertUsedCount},
    {"attention.key_length",    Fact::HeadLengthIfSaid},
    {"attention.value_length",  Fact::HeadLengthIfSaid},
    {"general.file_type",       Fact::FileType},
};
constexpr KeyRule kLlamaExtra[] = {
    {"vocab_size",           Fact::VocabularySize},
    {"rope.dimension_count", Fact::RopeDimensions},
};
constexpr KeyRule kExpertExtra[] = {
    {"expert_feed_forward_length", Fact::ExpertFeedForwardLength},
};
constexpr KeyRule kGptOssExtra[] = {
    {"attention.sliding_window",   Fact::SlidingWindow},
    {"expert_feed_forward_length", Fact::FeedForwardLength},
};
constexpr KeyRule kGemma3Extra[] = {
    {"final_logit_softcapping",  Fact::FinalSoftcap},
    {"attention.sliding_window", Fact::SlidingWindow},
};
constexpr KeyRule kGemma2Keys[] = {
    {"context_length",           Fact::ContextLength},
    {"embedding_length",         Fact::EmbeddingLength},
    {"block_count",              Fact::BlockCount},
    {"feed_forward_length",      Fact::FeedForwardLength},
    {"attention.head_count",     Fact::HeadCount},
    {"attention.head_count_kv",  Fact::HeadCountKv},
    {"attention.layer_norm_rms_epsilon", Fact::NormEpsilon},
    {"attention.key_length",     Fact::HeadLength},
    {"attention.value_length",   Fact::HeadLength},
    {"general.file_type",        Fact::FileType},
    {"attn_logit_softcapping",   Fact::AttentionSoftcap},
    {"final_logit_softcapping",  Fact::FinalSoftcap},
    {"attention.sliding_window", Fact::SlidingWindow},
};
constexpr KeyRule kPhi3Keys[] = {
    {"rope.scaling.attn_factor", Fact::LongRopeAttentionFactor},
    {"context_length",           Fact::ContextLength},
    {"rope.scaling.original_context_length", Fact::OriginalContextLength},
    {"embedding_length",         Fact::EmbeddingLength},
    {"feed_forward_length",      Fact::FeedForwardLength},
    {"block_count",              Fact::BlockCount},
    {"attention.head_count",     Fact::HeadCount},
    {"attention.head_count_kv",  Fact::HeadCountKv},
    {"attention.layer_norm_rms_epsilon", Fact::NormEpsilon},
    {"rope.dimension_count",     Fact::RopeDimensions},
    {"rope.freq_base",           Fact::RopeBase},
    {"general.file_type",        Fact::FileType},
    {"attention.sliding_window", Fact::SlidingWindowOrZero}, // 0 for Phi-4, by which programs know it
};

constexpr std::string_view kLlamaClasses[]    = {"LlamaForCausalLM", "LLaMAForCausalLM"};
constexpr std::string_view kMistralClasses[]  = {"MistralForCausalLM"};
constexpr std::string_view kMixtralClasses[]  = {"MixtralForCausalLM"};
constexpr std::string_view kQwen2Classes[]    = {"Qwen2ForCausalLM"};
constexpr std::string_view kQwen3Classes[]    = {"Qwen3ForCausalLM"};
constexpr std::string_view kQwen3MoeClasses[] = {"Qwen3MoeForCausalLM"};
constexpr std::string_view kPhi3Classes[]     = {"Phi3ForCausalLM"};
constexpr std::string_view kGemma2Classes[]   = {"Gemma2ForCausalLM"};
constexpr std::string_view kGemma3Classes[]   = {"Gemma3ForCausalLM"};
constexpr std::string_view kGptOssClasses[]   = {"GptOssForCausalLM"};

constexpr CheckpointFamily kFamilies[] = {
    {.name = "Llama", .classNames = kLlamaClasses, .architecture = "llama",
     .modelTensors = kPlainModel, .layerTensors = kLlamaLayer, .keys = kTextKeys, .extraKeys = kLlamaExtra,
     .activations = kSilu, .defaults = {.headLengthIsSaid = true}},
    {.name = "Mistral", .classNames = kMistralClasses, .architecture = "llama",
     .modelTensors = kPlainModel, .layerTensors = kLlamaLayer, .keys = kTextKeys, .extraKeys = kLlamaExtra,
     .activations = kSilu, .defaults = {.contextLength = 131072, .headLengthIsSaid = true}},
    {.name = "Mixtral", .classNames = kMixtralClasses, .architecture = "llama",
     .modelTensors = kPlainModel, .layerTensors = kMixtralLayer, .keys = kTextKeys, .extraKeys = kLlamaExtra,
     .activations = kSilu, .defaults = {.contextLength = 131072, .ropeBase = 1e6, .normEpsilon = 1e-5}, .experts = true},
    {.name = "Qwen2", .classNames = kQwen2Classes, .architecture = "qwen2",
     .modelTensors = kPlainModel, .layerTensors = kQwen2Layer, .keys = kTextKeys, .extraKeys = {},
     .activations = kSilu, .defaults = {.contextLength = 32768}},
    {.name = "Qwen3", .classNames = kQwen3Classes, .architecture = "qwen3",
     .modelTensors = kPlainModel, .layerTensors = kQwen3Layer, .keys = kTextKeys, .extraKeys = {},
     .activations = kSilu, .defaults = {.contextLength = 32768, .headLength = 128, .headLengthIsSaid = true}},
    {.name = "Qwen3 MoE", .classNames = kQwen3MoeClasses, .architecture = "qwen3moe",
     .modelTensors = kPlainModel, .layerTensors = kQwen3MoeLayer, .keys = kTextKeys, .extraKeys = kExpertExtra,
     .activations = kSilu, .defaults = {.contextLength = 32768}, .experts = true, .sharesWeightsUnsaid = false},
    {.name = "Phi-3", .classNames = kPhi3Classes, .architecture = "phi3",
     .modelTensors = kPlainModel, .layerTensors = kPhi3Layer, .keys = kPhi3Keys, .extraKeys = {},
     .activations = kSilu, .defaults = {.contextLength = 4096, .normEpsilon = 1e-5}},
    {.name = "Gemma 2", .classNames = kGemma2Classes, .architecture = "gemma2",
     .modelTensors = kGemma2Model, .layerTensors = kGemma2Layer, .keys = kGemma2Keys, .extraKeys = {},
     .activations = kGelu,
     .defaults = {.contextLength = 8192, .headLength = 256, .headLengthIsSaid = true, .tiedEmbeddings = true,
                  .slidingWindow = 4096, .attentionSoftcap = 50, .finalSoftcap = 30},
     .wholeTextEvery = 2, .needsWindow = true, .noSpacePrefix = true, .scaledByHiddenAt = 46},
    {.name = "Gemma 3", .classNames = kGemma3Classes, .architecture = "gemma3",
     .modelTensors = kGemma3Model, .layerTensors = kGemma3Layer, .keys = kTextKeys, .extraKeys = kGemma3Extra,
     .activations = kGelu,
     .defaults = {.contextLength = 131072, .headLength = 256, .headLengthIsSaid = true, .ropeBase = 1e6,
                  .tiedEmbeddings = true, .slidingWindow = 4096, .ropeBaseSliding = 10000},
     .wholeTextEvery = 6, .noSpacePrefix = true, .scaledByHiddenAt = 62},
    {.name = "gpt-oss", .classNames = kGptOssClasses, .architecture = "gpt-oss",
     .modelTensors = kPlainModel, .layerTensors = kGptOssLayer, .keys = kTextKeys, .extraKeys = kGptOssExtra,
     .activations = kSilu,
     .defaults = {.contextLength = 131072, .headLength = 64, .headLengthIsSaid = true, .ropeBase = 150000,
                  .normEpsilon = 1e-5, .slidingWindow = 128},
     .wholeTextEvery = 2, .needsWindow = true, .experts = true},
};
// clang-format on

} // namespace

std::span<const CheckpointFamily> checkpointFamilies() { return kFamilies; }

} // namespace snug
