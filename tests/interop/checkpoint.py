# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Reads a Llama checkpoint folder into arrays under the names and in the row order that llama.cpp uses."""

import json

import numpy as np

import unpack

LAYER_NAMES = {
    "input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
}
OTHER_NAMES = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


def gguf_name(name):
    stem = name.removesuffix(".weight")
    if stem in OTHER_NAMES:
        return OTHER_NAMES[stem] + ".weight"
    _, _, layer, part = stem.split(".", 3)
    return f"blk.{layer}.{LAYER_NAMES[part]}.weight"


def interleave_heads(rows, heads):
    """Rotary pairs lie half a head apart in a checkpoint and side by side in llama.cpp."""
    half = rows.shape[0] // heads // 2
    return rows.reshape(heads, 2, half, rows.shape[1]).swapaxes(1, 2).reshape(rows.shape)


def read(folder):
    config = json.loads((folder / "config.json").read_text())
    heads = {"attn_q": config["num_attention_heads"], "attn_k": config["num_key_value_heads"]}
    tensors = {}
    for name, stored in unpack.stored(folder).items():
        values = stored.astype(np.float32)
        target = gguf_name(name)
        part = target.split(".")[-2]
        tensors[target] = interleave_heads(values, heads[part]) if part in heads else values
    return tensors
