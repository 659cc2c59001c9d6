# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""One tiny model per family, as its publisher lays it out: config.json, the tensors' names and shapes, the tokenizer.

The numbers are small but none is the neutral one: heads share keys, positions are scaled inside the tested length,
windows are shorter than the prompt. A conversion that drops one of them changes the tokens.
"""

import dataclasses

from layerparts import (FOUR_NORMS, TWO_NORMS, attention, experts, feed_forward, feed_forward_biases, fused_attention,
                        fused_feed_forward, head_norms, input_biases, output_bias, packed_experts, sinks)
from tokenizerfiles import CONTROL, UNKNOWN

SPM = {"start": [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)]}
SPM_PHI = {**SPM, "added": ["<|endoftext|>", "<|assistant|>", "<|end|>", "<|user|>"]}
SPM_GEMMA = {"start": [("<pad>", CONTROL), ("<eos>", CONTROL), ("<bos>", CONTROL), ("<unk>", UNKNOWN)],
             "tokenizer_class": "GemmaTokenizer"}
LLAMA3 = {"splitting": "llama3", "special": ["<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>"]}
QWEN = {"splitting": "qwen2", "special": ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]}
SMOLLM = {"splitting": "smollm", "special": ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]}
O200K = {"splitting": "o200k", "special": ["<|startoftext|>", "<|endoftext|>", "<|channel|>", "<|return|>"]}


@dataclasses.dataclass
class Family:
    name: str
    config: dict  # what config.json says besides BASE
    tokenizer: dict
    layer: tuple = ()  # functions from a config to {name: shape}
    begin: str = ""  # the token the prompt starts with; empty where the family has none
    end: str = ""
    dtype: str = "BF16"
    shards: int = 1
    padding: int = 0  # rows of the embedding beyond the tokenizer
    seed: int = 1  # one whose 32 tokens are clear choices
    strength: float = 1.0  # of what Gemma's layers add: many layers at full strength make noise of rounding


BASE = {
    "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 3, "num_attention_heads": 4,
    "num_key_value_heads": 2, "hidden_act": "silu", "max_position_embeddings": 512, "rms_norm_eps": 1e-5,
    "rope_theta": 10000.0, "tie_word_embeddings": False, "attention_dropout": 0.0, "use_cache": True,
}


def named(class_name, model_type, **more):
    return {"architectures": [class_name], "model_type": model_type, **more}


LLAMA = (TWO_NORMS, attention, feed_forward)
LLAMA3_SCALING = {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                  "original_max_position_embeddings": 64, "rope_type": "llama3"}
PHI = named("Phi3ForCausalLM", "phi3", pad_token_id=0, sliding_window=262144, attention_bias=False)
PHI_SCALING = {"type": "longrope", "short_factor": [1.0, 1.02, 1.05, 1.1, 1.2, 1.4, 1.7, 2.0],
               "long_factor": [1.1, 1.3, 1.6, 2.0, 3.0, 4.5, 7.0, 11.0]}
MIXTRAL_EXPERTS = experts("block_sparse_moe", "num_local_experts", "intermediate_size", "w1", "w3", "w2")
QWEN_EXPERTS = experts("mlp", "num_experts", "moe_intermediate_size", "gate_proj", "up_proj", "down_proj")
GEMMA = {"hidden_act": "gelu_pytorch_tanh", "hidden_activation": "gelu_pytorch_tanh", "head_dim": 32,
         "query_pre_attn_scalar": 32, "sliding_window": 16, "attention_bias": False, "rms_norm_eps": 1e-6,
         "pad_token_id": 0, "tie_word_embeddings": True}

FAMILIES = [
    Family("Llama 2", named("LlamaForCausalLM", "llama", num_key_value_heads=4, rope_scaling=None), SPM, LLAMA,
           "<s>", "</s>", dtype="F16"),
    Family("TinyLlama", named("LlamaForCausalLM", "llama"), SPM, LLAMA, "<s>", "</s>"),
    Family("Yi", named("LlamaForCausalLM", "llama", rope_theta=5000000.0), SPM, LLAMA, "<s>", "</s>", shards=2, seed=6),
    Family("SmolLM2", named("LlamaForCausalLM", "llama", rope_theta=100000, tie_word_embeddings=True), SMOLLM, LLAMA,
           end="<|im_end|>", seed=7),
    Family("Llama 3.1", named("LlamaForCausalLM", "llama", rope_theta=500000.0, rope_scaling=LLAMA3_SCALING), LLAMA3,
           LLAMA, "<|begin_of_text|>", "<|eot_id|>", shards=3, seed=3),
    Family("Llama 3.2", named("LlamaForCausalLM", "llama", rope_theta=500000.0, rope_scaling=LLAMA3_SCALING,
                              head_dim=32, tie_word_embeddings=True), LLAMA3, LLAMA, "<|begin_of_text|>",
           "<|eot_id|>"),
    Family("Mistral", named("MistralForCausalLM", "mistral", rope_theta=1000000.0, sliding_window=None), SPM, LLAMA,
           "<s>", "</s>"),
    Family("Mixtral", named("MixtralForCausalLM", "mixtral", num_local_experts=4, num_experts_per_tok=2,
                            rope_theta=1000000.0, sliding_window=None), SPM,
           (TWO_NORMS, attention, MIXTRAL_EXPERTS), "<s>", "</s>", shards=2, seed=2),
    Family("Qwen2.5", named("Qwen2ForCausalLM", "qwen2", rope_theta=1000000.0, sliding_window=32768,
                            max_window_layers=2, use_sliding_window=False, tie_word_embeddings=True,
                            rms_norm_eps=1e-6), QWEN,
           (TWO_NORMS, attention, input_biases, feed_forward), end="<|im_end|>", padding=5),
    Family("Qwen2.5 with YaRN", named("Qwen2ForCausalLM", "qwen2", rope_theta=1000000.0, rms_norm_eps=1e-6,
                                      rope_scaling={"type": "yarn", "factor": 4.0,
                                                    "original_max_position_embeddings": 64},
                                      max_position_embeddings=256), QWEN,
           (TWO_NORMS, attention, input_biases, feed_forward), end="<|im_end|>", padding=5, seed=2),
    Family("Qwen3", named("Qwen3ForCausalLM", "qwen3", rope_theta=1000000, head_dim=32, attention_bias=False), QWEN,
           (TWO_NORMS, attention, head_norms, feed_forward), end="<|im_end|>", padding=5, seed=2),
    Family("Qwen3 in FP8", named("Qwen3ForCausalLM", "qwen3", rope_theta=1000000, head_dim=32, attention_bias=False,
                                 quantization_config={"quant_method": "fp8", "activation_scheme": "dynamic",
                                                      "fmt": "e4m3", "weight_block_size": [32, 16]}), QWEN,
           (TWO_NORMS, attention, head_norms, feed_forward), end="<|im_end|>", padding=5),
    Family("Qwen3-MoE", named("Qwen3MoeForCausalLM", "qwen3_moe", head_dim=32, attention_bias=False, num_experts=6,
                              num_experts_per_tok=2, rope_theta=1000000.0, moe_intermediate_size=48,
                              norm_topk_prob=True, mlp_only_layers=[], decoder_sparse_step=1), QWEN,
           (TWO_NORMS, attention, head_norms, QWEN_EXPERTS), end="<|im_end|>", padding=5, shards=2),
    Family("Phi-3", {**PHI, "original_max_position_embeddings": 512, "rope_scaling": None, "num_key_value_heads": 4},
           SPM_PHI, (TWO_NORMS, fused_attention, fused_feed_forward), "<s>", "<|endoftext|>", padding=3, seed=5),
    # llama.cpp takes the long factors when its context, here 256, is longer than the original one.
    Family("Phi-3.5, short positions", {**PHI, "max_position_embeddings": 1024, "rope_scaling": PHI_SCALING,
                                        "original_max_position_embeddings": 256}, SPM_PHI,
           (TWO_NORMS, fused_attention, fused_feed_forward), "<s>", "<|endoftext|>", padding=3, seed=3),
    Family("Phi-3.5, long positions", {**PHI, "max_position_embeddings": 1024, "rope_scaling": PHI_SCALING,
                                       "original_max_position_embeddings": 32}, SPM_PHI,
           (TWO_NORMS, fused_attention, fused_feed_forward), "<s>", "<|endoftext|>", padding=3),
    Family("Phi-4-mini", {**PHI, "max_position_embeddings": 1024, "rope_scaling": {
               **PHI_SCALING, "short_factor": PHI_SCALING["short_factor"][:6],
               "long_factor": PHI_SCALING["long_factor"][:6]}, "original_max_position_embeddings": 32,
               "partial_rotary_factor": 0.75, "tie_word_embeddings": True}, O200K,
           (TWO_NORMS, fused_attention, fused_feed_forward), end="<|endoftext|>"),
    Family("Gemma 2", named("Gemma2ForCausalLM", "gemma2", **GEMMA, attn_logit_softcapping=5.0,
                            final_logit_softcapping=30.0), SPM_GEMMA, (FOUR_NORMS, attention, feed_forward), "<bos>",
           "<eos>", seed=3),
    Family("Gemma 3", named("Gemma3ForCausalLM", "gemma3_text", **GEMMA, rope_local_base_freq=10000,
                            sliding_window_pattern=6) | {"num_hidden_layers": 7, "rope_theta": 1000000},
           SPM_GEMMA, (FOUR_NORMS, attention, head_norms, feed_forward), "<bos>", "<eos>"),
    Family("Gemma 3, scaled positions", named("Gemma3ForCausalLM", "gemma3_text", **GEMMA, rope_local_base_freq=10000,
                                              rope_scaling={"factor": 8.0, "rope_type": "linear"},
                                              sliding_window_pattern=6)
           | {"num_hidden_layers": 6, "rope_theta": 1000000}, SPM_GEMMA,
           (FOUR_NORMS, attention, head_norms, feed_forward), "<bos>", "<eos>", seed=2),
    Family("Llama with biases", named("LlamaForCausalLM", "llama", attention_bias=True, mlp_bias=True,
                                      rope_scaling={"type": "linear", "factor": 2.0}), SPM,
           (*LLAMA, input_biases, output_bias, feed_forward_biases), "<s>", "</s>"),
    # llama.cpp rounds where the scaling of positions begins and ends, which gpt-oss does not ask for. With this base
    # they are whole: 0 and 4.
    Family("gpt-oss", named("GptOssForCausalLM", "gpt_oss", attention_bias=True, head_dim=32, num_local_experts=4,
                            num_experts_per_tok=2, experts_per_token=2, intermediate_size=64, sliding_window=16,
                            swiglu_limit=7.0, rope_theta=10764.9, initial_context_length=64, num_hidden_layers=4,
                            layer_types=["sliding_attention", "full_attention"] * 2,
                            quantization_config={"quant_method": "mxfp4", "modules_to_not_convert": [
                                "model.layers.*.self_attn", "model.layers.*.mlp.router", "model.embed_tokens",
                                "lm_head"]},
                            rope_scaling={"rope_type": "yarn", "factor": 8.0, "beta_fast": 32.0, "beta_slow": 1.0,
                                          "original_max_position_embeddings": 64, "truncate": False}), O200K,
           (TWO_NORMS, attention, input_biases, output_bias, sinks, packed_experts), end="<|return|>", seed=11),
]
