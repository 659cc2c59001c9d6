# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""A small Llama in PyTorch. Parameter names are those of the Hugging Face layout."""

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import nn

CONFIG = {
    "architectures": ["LlamaForCausalLM"],
    "attention_bias": False,
    "attention_dropout": 0.0,
    "bos_token_id": 0,
    "eos_token_id": 0,
    "head_dim": 64,
    "hidden_act": "silu",
    "hidden_size": 256,
    "initializer_range": 0.02,
    "intermediate_size": 768,
    "max_position_embeddings": 512,
    "mlp_bias": False,
    "model_type": "llama",
    "num_attention_heads": 4,
    "num_hidden_layers": 6,
    "num_key_value_heads": 2,
    "pretraining_tp": 1,
    "rms_norm_eps": 1e-05,
    "rope_scaling": None,
    "rope_theta": 10000.0,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
    "use_cache": True,
    "vocab_size": 2048,
}


class RMSNorm(nn.Module):
    def __init__(self, size: int, eps: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x):
        wide = x.float()
        wide = wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + self.eps)
        return wide.to(x.dtype) * self.weight.to(x.dtype)


def rotate(x, cos, sin):
    """Rotary positions in the rotate-half convention."""
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.heads, self.kv_heads = c["num_attention_heads"], c["num_key_value_heads"]
        self.size = c["head_dim"]
        hidden = c["hidden_size"]
        self.q_proj = nn.Linear(hidden, self.heads * self.size, bias=False)
        self.k_proj = nn.Linear(hidden, self.kv_heads * self.size, bias=False)
        self.v_proj = nn.Linear(hidden, self.kv_heads * self.size, bias=False)
        self.o_proj = nn.Linear(self.heads * self.size, hidden, bias=False)

    def forward(self, x, cos, sin, mask):
        batch, length, _ = x.shape
        group = self.heads // self.kv_heads

        def split(y, heads):
            return y.view(batch, length, heads, self.size).transpose(1, 2)

        q = rotate(split(self.q_proj(x), self.heads), cos, sin)
        k = rotate(split(self.k_proj(x), self.kv_heads), cos, sin)
        v = split(self.v_proj(x), self.kv_heads)
        # The query heads that share one key head become rows of one product.
        q = q.reshape(batch, self.kv_heads, group * length, self.size)
        scores = (q * self.size ** -0.5) @ k.transpose(-1, -2)
        scores = scores.view(batch, self.kv_heads, group, length, length) + mask
        weights = scores.float().softmax(-1).to(x.dtype)
        out = weights.view(batch, self.kv_heads, group * length, length) @ v
        out = out.view(batch, self.heads, length, self.size).transpose(1, 2)
        return self.o_proj(out.reshape(batch, length, -1))


class FeedForward(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.gate_proj = nn.Linear(c["hidden_size"], c["intermediate_size"], bias=False)
        self.up_proj = nn.Linear(c["hidden_size"], c["intermediate_size"], bias=False)
        self.down_proj = nn.Linear(c["intermediate_size"], c["hidden_size"], bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.input_layernorm = RMSNorm(c["hidden_size"], c["rms_norm_eps"])
        self.self_attn = Attention(c)
        self.post_attention_layernorm = RMSNorm(c["hidden_size"], c["rms_norm_eps"])
        self.mlp = FeedForward(c)

    def forward(self, x, cos, sin, mask):
        x = x + self.self_attn(self.input_layernorm(x), cos, sin, mask)
        return x + self.mlp(self.post_attention_layernorm(x))


class Trunk(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.embed_tokens = nn.Embedding(c["vocab_size"], c["hidden_size"])
        self.layers = nn.ModuleList(Layer(c) for _ in range(c["num_hidden_layers"]))
        self.norm = RMSNorm(c["hidden_size"], c["rms_norm_eps"])


class Llama(nn.Module):
    def __init__(self, c=CONFIG):
        super().__init__()
        self.config = c
        self.model = Trunk(c)
        self.lm_head = nn.Linear(c["hidden_size"], c["vocab_size"], bias=False)
        length, half = c["max_position_embeddings"], c["head_dim"] // 2
        rates = c["rope_theta"] ** (-torch.arange(half) / half)
        angles = torch.outer(torch.arange(length), rates)
        mask = torch.full((length, length), -1e9).triu(1)
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        self.register_buffer("mask", mask, persistent=False)
        for name, p in self.named_parameters():
            if p.ndim == 2:
                nn.init.normal_(p, std=c["initializer_range"])

    def forward(self, ids):
        length = ids.shape[1]
        dtype = self.lm_head.weight.dtype
        if torch.is_autocast_enabled("cpu"):
            dtype = torch.bfloat16
        cos, sin = self.cos[:length].to(dtype), self.sin[:length].to(dtype)
        mask = self.mask[:length, :length].to(dtype)
        x = self.model.embed_tokens(ids).to(dtype)
        for layer in self.model.layers:
            x = layer(x, cos, sin, mask)
        return self.lm_head(self.model.norm(x))


def save(model: Llama, folder: Path) -> None:
    """Write config.json, generation_config.json and BF16 model.safetensors."""
    tensors = {k: v.detach().to(torch.bfloat16).contiguous()
               for k, v in model.state_dict().items()}
    part = folder / "model.safetensors.part"
    save_file(tensors, part, metadata={"format": "pt"})
    part.chmod(0o644)
    part.replace(folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(model.config, indent=2) + "\n")
    (folder / "generation_config.json").write_text(json.dumps({
        "bos_token_id": 0, "eos_token_id": 0, "do_sample": True,
        "temperature": 0.7, "top_p": 0.95}, indent=2) + "\n")


def load(folder: Path) -> Llama:
    """The saved weights, widened to float32."""
    model = Llama(json.loads((folder / "config.json").read_text()))
    model.load_state_dict({k: v.float() for k, v in
                           load_file(folder / "model.safetensors").items()})
    return model.eval()
