# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Qwen2-MoE, which has an expert that all tokens go to: a tiny checkpoint, and its GGUF by the `gguf` package."""

import dataclasses
import json

import numpy as np

import families
import layerparts
import safetensorsfile
import tinycheckpoint


@dataclasses.dataclass
class Case:
    name: str
    config: dict
    seed: int = 1


CONFIG = families.BASE | families.named(
    "Qwen2MoeForCausalLM", "qwen2_moe", num_experts=6, num_experts_per_tok=3, moe_intermediate_size=32,
    shared_expert_intermediate_size=80, norm_topk_prob=False, decoder_sparse_step=1, mlp_only_layers=[],
    qkv_bias=True, rope_theta=1000000.0, rms_norm_eps=1e-6, use_sliding_window=False, vocab_size=500,
    torch_dtype="float32")
CASES = [Case("Qwen2-MoE", CONFIG), Case("Qwen2-MoE, a plain layer among others, tied",
                                         CONFIG | {"mlp_only_layers": [1], "tie_word_embeddings": True}, seed=2)]

ATTENTION = {"input_layernorm.weight": "attn_norm.weight", "post_attention_layernorm.weight": "ffn_norm.weight",
             "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
             "self_attn.o_proj": "attn_output", "mlp.gate.weight": "ffn_gate_inp.weight",
             "mlp.shared_expert_gate.weight": "ffn_gate_inp_shexp.weight"}
MATRICES = {"gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down"}


def shared_expert(config):
    width, inner = config["hidden_size"], config["shared_expert_intermediate_size"]
    return {"mlp.shared_expert_gate.weight": (1, width), "mlp.shared_expert.gate_proj.weight": (inner, width),
            "mlp.shared_expert.up_proj.weight": (inner, width), "mlp.shared_expert.down_proj.weight": (width, inner)}


def layer(config, number):
    """Shapes of the tensors of a layer."""
    parts = [layerparts.TWO_NORMS, layerparts.attention, layerparts.input_biases]
    if number in config["mlp_only_layers"]:
        parts.append(layerparts.feed_forward)
    else:
        parts += [families.QWEN_EXPERTS, shared_expert]
    return {name: shape for part in parts for name, shape in part(config).items()}


def made(case):
    """Random values by the checkpoint's names."""
    config = case.config
    shapes = {"model.embed_tokens.weight": (config["vocab_size"], config["hidden_size"]),
              "model.norm.weight": (config["hidden_size"],)}
    if not config["tie_word_embeddings"]:
        shapes["lm_head.weight"] = shapes["model.embed_tokens.weight"]
    for number in range(config["num_hidden_layers"]):
        shapes |= {f"model.layers.{number}.{name}": shape for name, shape in layer(config, number).items()}
    random = np.random.default_rng(case.seed)
    return {name: tinycheckpoint.random_values(name, shape, case, random).astype("<f4")
            for name, shape in shapes.items()}


def gguf_layer(tensors, prefix, experts):
    """The same under the names of a GGUF, experts put together."""
    out = {}
    for name, values in tensors.items():
        if not name.startswith(prefix) or ".experts." in name:
            continue
        name = name.removeprefix(prefix)
        for old, new in ATTENTION.items():
            name = name.replace(old, new)
        for old, new in MATRICES.items():
            name = name.replace(f"mlp.shared_expert.{old}", f"{new}_shexp").replace(f"mlp.{old}", new)
        out[name] = values
    for old, new in MATRICES.items():
        parts = [tensors.get(f"{prefix}mlp.experts.{number}.{old}.weight") for number in range(experts)]
        if parts[0] is not None:
            out[f"{new}_exps.weight"] = np.stack(parts)
    return out


def write_gguf(path, config, tensors):
    import gguf

    writer = gguf.GGUFWriter(path, "qwen2moe")
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_expert_count(config["num_experts"])
    writer.add_expert_used_count(config["num_experts_per_tok"])
    writer.add_expert_feed_forward_length(config["moe_intermediate_size"])
    writer.add_expert_shared_feed_forward_length(config["shared_expert_intermediate_size"])
    for old, new in {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}.items():
        if f"{old}.weight" in tensors:
            writer.add_tensor(f"{new}.weight", tensors[f"{old}.weight"])
    for number in range(config["num_hidden_layers"]):
        for name, values in gguf_layer(tensors, f"model.layers.{number}.", config["num_experts"]).items():
            writer.add_tensor(f"blk.{number}.{name}", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write(folder, case):
    """Returns the GGUF beside the folder, and how many tokens it knows."""
    folder.mkdir()
    tensors = made(case)
    (folder / "config.json").write_text(json.dumps(case.config, indent=2))
    safetensorsfile.write(folder, tensors, "F32")
    path = folder.with_suffix(".gguf")
    write_gguf(path, case.config, tensors)
    return path, case.config["vocab_size"]
