# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""The parts a layer of a checkpoint is made of: functions from config.json's numbers to {tensor name: shape}."""


def head(config):
    return config.get("head_dim", config["hidden_size"] // config["num_attention_heads"])


def query_rows(config):
    return config["num_attention_heads"] * head(config)


def key_rows(config):
    return config["num_key_value_heads"] * head(config)


def norms(*names):
    return lambda config: {f"{name}.weight": (config["hidden_size"],) for name in names}


TWO_NORMS = norms("input_layernorm", "post_attention_layernorm")
FOUR_NORMS = norms("input_layernorm", "post_attention_layernorm", "pre_feedforward_layernorm",
                   "post_feedforward_layernorm")


def attention(config):
    width = config["hidden_size"]
    queries, keys = query_rows(config), key_rows(config)
    return {"self_attn.q_proj.weight": (queries, width), "self_attn.k_proj.weight": (keys, width),
            "self_attn.v_proj.weight": (keys, width), "self_attn.o_proj.weight": (width, queries)}


def input_biases(config):
    return {"self_attn.q_proj.bias": (query_rows(config),), "self_attn.k_proj.bias": (key_rows(config),),
            "self_attn.v_proj.bias": (key_rows(config),)}


def output_bias(config):
    return {"self_attn.o_proj.bias": (config["hidden_size"],)}


def head_norms(config):
    return {"self_attn.q_norm.weight": (head(config),), "self_attn.k_norm.weight": (head(config),)}


def sinks(config):
    return {"self_attn.sinks": (config["num_attention_heads"],)}


def fused_attention(config):
    return {"self_attn.qkv_proj.weight": (query_rows(config) + 2 * key_rows(config), config["hidden_size"]),
            "self_attn.o_proj.weight": (config["hidden_size"], query_rows(config))}


def feed_forward(config):
    width, inner = config["hidden_size"], config["intermediate_size"]
    return {"mlp.gate_proj.weight": (inner, width), "mlp.up_proj.weight": (inner, width),
            "mlp.down_proj.weight": (width, inner)}


def feed_forward_biases(config):
    width, inner = config["hidden_size"], config["intermediate_size"]
    return {"mlp.gate_proj.bias": (inner,), "mlp.up_proj.bias": (inner,), "mlp.down_proj.bias": (width,)}


def fused_feed_forward(config):
    width, inner = config["hidden_size"], config["intermediate_size"]
    return {"mlp.gate_up_proj.weight": (2 * inner, width), "mlp.down_proj.weight": (width, inner)}


def experts(prefix, count, inner, gate, up, down):
    """Experts as separate tensors and the router; `count` and `inner` are names in config.json."""
    def shapes(config):
        width, rows = config["hidden_size"], config[inner]
        tensors = {f"{prefix}.gate.weight": (config[count], width)}
        for number in range(config[count]):
            tensors[f"{prefix}.experts.{number}.{gate}.weight"] = (rows, width)
            tensors[f"{prefix}.experts.{number}.{up}.weight"] = (rows, width)
            tensors[f"{prefix}.experts.{number}.{down}.weight"] = (width, rows)
        return tensors
    return shapes


def packed_experts(config):
    """gpt-oss: 32 weights of a row in 16 bytes with a scale of one byte."""
    count, width, inner = config["num_local_experts"], config["hidden_size"], config["intermediate_size"]
    tensors = {"mlp.router.weight": (count, width), "mlp.router.bias": (count,)}
    for name, rows, columns in (("gate_up_proj", 2 * inner, width), ("down_proj", width, inner)):
        tensors[f"mlp.experts.{name}_blocks"] = (count, rows, columns // 32, 16)
        tensors[f"mlp.experts.{name}_scales"] = (count, rows, columns // 32)
        tensors[f"mlp.experts.{name}_bias"] = (count, rows)
    return tensors
