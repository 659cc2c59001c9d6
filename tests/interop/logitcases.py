# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Models whose logits are compared: every family, and settings of which 32 tokens would not tell enough."""

import dataclasses

import families
from families import FAMILIES, PHI_SCALING


def changed(name, new_name, strength=1.0, **config):
    """A family with other numbers in config.json."""
    family = next(family for family in FAMILIES if family.name == name)
    return dataclasses.replace(family, name=new_name, config=family.config | config, strength=strength)


GPT_OSS_SCALING = next(family.config["rope_scaling"] for family in FAMILIES if family.name == "gpt-oss")

MORE = [
    # Widths of heads that are not hidden size / heads, and heads of keys that are all their own.
    changed("Llama 3.1", "Llama 3.1, long heads", head_dim=24, num_key_value_heads=4),
    changed("Llama 3.1", "Llama 3.1, other scaling", rope_scaling={
        "factor": 32.0, "low_freq_factor": 1.5, "high_freq_factor": 3.0, "original_max_position_embeddings": 32,
        "rope_type": "llama3"}),
    changed("TinyLlama", "Llama with linear scaling", rope_scaling={"type": "linear", "factor": 4.0}),
    changed("TinyLlama", "Llama with YaRN", rope_scaling={
        "rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 64, "beta_fast": 16.0,
        "beta_slow": 2.0}),
    changed("Qwen2.5 with YaRN", "Qwen2.5 with YaRN, attention factor", rope_scaling={
        "type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64, "attention_factor": 1.25}),
    changed("Qwen3-MoE", "Qwen3-MoE, one expert, tied", num_experts_per_tok=1, tie_word_embeddings=True),
    changed("Mixtral", "Mixtral, all experts", num_experts_per_tok=4),
    changed("Phi-3", "Phi-3 with a window", sliding_window=24),
    changed("Phi-3.5, long positions", "Phi-3.5, long positions and a window", sliding_window=24,
            rope_scaling=PHI_SCALING),
    changed("Gemma 2", "Gemma 2, scaled by hidden size", num_hidden_layers=46, query_pre_attn_scalar=16),
    changed("Gemma 3", "Gemma 3, scaled by hidden size", strength=0.03, num_hidden_layers=62,
            query_pre_attn_scalar=16),
    changed("Gemma 3", "Gemma 3 with a soft cap", final_logit_softcapping=20.0),
    # The published base: the scaling of positions begins and ends between pairs.
    changed("gpt-oss", "gpt-oss, published base", rope_theta=150000.0, rope_scaling={
        **GPT_OSS_SCALING, "factor": 32.0}),
]

CASES = [*FAMILIES, *MORE]
assert len({case.name for case in CASES}) == len(CASES)
assert families.BASE["max_position_embeddings"] >= 200
