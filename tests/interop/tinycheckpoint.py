# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Writes a tiny random checkpoint of a family as a folder in Hugging Face layout."""

import dataclasses
import json

import numpy as np

import families
import safetensorsfile
import tokenizerfiles


BEHIND = ("post_attention_layernorm.weight", "post_feedforward_layernorm.weight")  # norms of what is added


@dataclasses.dataclass
class Checkpoint:
    prompt: list  # ids
    forbidden: list  # ids neither program may choose: the special ones and rows without a token
    vocabulary: int  # rows of the embedding


def shapes_of(family, config):
    tensors = {"model.embed_tokens.weight": (config["vocab_size"], config["hidden_size"])}
    for layer in range(config["num_hidden_layers"]):
        for part in family.layer:
            tensors |= {f"model.layers.{layer}.{name}": shape for name, shape in part(config).items()}
    tensors["model.norm.weight"] = (config["hidden_size"],)
    if not config["tie_word_embeddings"]:
        tensors["lm_head.weight"] = (config["vocab_size"], config["hidden_size"])
    return tensors


def random_values(name, shape, family, random):
    """Weights that keep the numbers of a deep model in bounds, and let every part of it count."""
    gemma = family.name.startswith("Gemma")
    if name.endswith("_blocks"):
        return random.integers(0, 256, shape, dtype=np.uint8)
    if name.endswith("_scales"):
        # 2^-8 to 2^-5: llama.cpp multiplies packed weights by numbers rounded to 8 bits, which must not decide a token.
        return random.integers(119, 123, shape, dtype=np.uint8)
    if name == "model.norm.weight" and gemma:  # large, since the embedding it meets is small
        return random.uniform(6, 10, shape)
    if name.endswith(("q_norm.weight", "k_norm.weight")):  # large, or all positions get the same attention
        return random.uniform(1, 2, shape)
    if "norm" in name:  # Gemma stores what is added to one
        values = random.uniform(-0.5, 0.5, shape) + 1.0
        if gemma and name.endswith(BEHIND):
            values *= family.strength
        return values - 1.0 if gemma else values
    if len(shape) == 1:
        return random.normal(0, 0.5, shape)
    if name == "model.embed_tokens.weight":  # small, or a model whose output is tied to it repeats its input
        return random.normal(0, 0.05 if gemma else 0.3, shape)
    return random.normal(0, 2.0, shape) / np.sqrt(shape[-1])


def packed_in_fp8(name, shape, block, random):
    """A matrix as bytes of 8-bit numbers, and the scale of each block of rows and columns."""
    codes = random.integers(0, 127, shape, dtype=np.uint8) | random.integers(0, 2, shape, dtype=np.uint8) << 7
    grid = [length // part for length, part in zip(shape, block)]
    scales = random.uniform(0.5, 1.5, grid) * 2.0 / 110 / np.sqrt(shape[-1])  # the codes' numbers are about 110 large
    return {name: codes.view(safetensorsfile.FP8).reshape(shape), f"{name}_scale_inv": scales.astype("<f4")}


def tensors_of(family, config, random):
    block = config.get("quantization_config", {}).get("weight_block_size")
    tensors = {}
    for name, shape in shapes_of(family, config).items():
        if block and name.endswith("_proj.weight"):
            tensors |= packed_in_fp8(name, shape, block, random)
        else:
            tensors[name] = random_values(name, shape, family, random)
    return tensors


def write_tokenizer(folder, about):
    if "splitting" in about:
        return tokenizerfiles.write_byte_level(folder, about["splitting"], about["special"])
    return tokenizerfiles.write_sentencepiece(folder, **about)


def special_ids(about, tokens):
    names = about.get("special", []) + about.get("added", []) + [text for text, _ in about.get("start", [])]
    return [tokens.index(name) for name in names]


def write(folder, family):
    folder.mkdir()
    random = np.random.default_rng(family.seed)
    tokens = write_tokenizer(folder, family.tokenizer)
    config = families.BASE | family.config | {
        "vocab_size": len(tokens) + family.padding, "eos_token_id": tokens.index(family.end),
        "torch_dtype": {"BF16": "bfloat16", "F16": "float16"}.get(family.dtype, "float32")}
    config["bos_token_id"] = tokens.index(family.begin) if family.begin else config["eos_token_id"]
    (folder / "config.json").write_text(json.dumps(config, indent=2))
    safetensorsfile.write(folder, tensors_of(family, config, random), family.dtype, family.shards)
    special = special_ids(family.tokenizer, tokens)
    ordinary = [place for place in range(len(tokens)) if place not in special]
    start = [config["bos_token_id"]] if family.begin else []
    return Checkpoint(start + [int(place) for place in random.choice(ordinary, 40)],
                      special + list(range(len(tokens), config["vocab_size"])), config["vocab_size"])
