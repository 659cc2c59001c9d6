# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Sharded checkpoints of noise for the benchmarks: shapes of real families, weights with the spread of trained ones."""

import json
import math
import multiprocessing
import pathlib
import sys

VOCABULARY = 32000
SHARDS = 4
POOL = 1 << 24

COMMON = {"vocab_size": VOCABULARY, "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
          "hidden_act": "silu", "tie_word_embeddings": False, "hidden_size": 2048, "torch_dtype": "bfloat16"}
EXPERTS = {"num_attention_heads": 32, "num_key_value_heads": 8}
MODELS = {
    "llama": ("LlamaForCausalLM", {"intermediate_size": 5632, "num_hidden_layers": 22, "num_attention_heads": 32,
                                   "num_key_value_heads": 4}),
    "mixtral": ("MixtralForCausalLM", EXPERTS | {"intermediate_size": 5632, "num_hidden_layers": 4,
                                                 "num_local_experts": 8, "num_experts_per_tok": 2}),
    "qwen3moe": ("Qwen3MoeForCausalLM", EXPERTS | {"intermediate_size": 6144, "moe_intermediate_size": 768,
                                                   "num_hidden_layers": 2, "num_experts": 128, "head_dim": 128,
                                                   "num_experts_per_tok": 8, "norm_topk_prob": True}),
    "qwen3-fp8": ("Qwen3ForCausalLM", {"intermediate_size": 6144, "num_hidden_layers": 20, "num_attention_heads": 16,
                                       "num_key_value_heads": 8, "head_dim": 128,
                                       "quantization_config": {"quant_method": "fp8", "fmt": "e4m3",
                                                               "weight_block_size": [128, 128]}}),
}


def matrices(name, config):
    """Names and shapes of all weights, layer by layer as publishers write them."""
    hidden, wide = config["hidden_size"], config["intermediate_size"]
    head = config.get("head_dim", hidden // config["num_attention_heads"])
    query, key = head * config["num_attention_heads"], head * config["num_key_value_heads"]
    yield "model.embed_tokens.weight", (VOCABULARY, hidden)
    for layer in range(config["num_hidden_layers"]):
        at = f"model.layers.{layer}."
        yield at + "input_layernorm.weight", (hidden,)
        yield at + "post_attention_layernorm.weight", (hidden,)
        for part, shape in (("q", (query, hidden)), ("k", (key, hidden)), ("v", (key, hidden)), ("o", (hidden, query))):
            yield f"{at}self_attn.{part}_proj.weight", shape
        if name.startswith("qwen3"):
            yield at + "self_attn.q_norm.weight", (head,)
            yield at + "self_attn.k_norm.weight", (head,)
        if name == "mixtral":
            yield at + "block_sparse_moe.gate.weight", (config["num_local_experts"], hidden)
            for expert in range(config["num_local_experts"]):
                for part, shape in (("w1", (wide, hidden)), ("w2", (hidden, wide)), ("w3", (wide, hidden))):
                    yield f"{at}block_sparse_moe.experts.{expert}.{part}.weight", shape
            continue
        experts = [f"experts.{i}." for i in range(config.get("num_experts", 0))]
        if experts:
            yield at + "mlp.gate.weight", (len(experts), hidden)
        inner = config["moe_intermediate_size"] if experts else wide
        for expert in experts or [""]:
            for part, shape in (("gate", (inner, hidden)), ("up", (inner, hidden)), ("down", (hidden, inner))):
                yield f"{at}mlp.{expert}{part}_proj.weight", shape
    yield "model.norm.weight", (hidden,)
    yield "lm_head.weight", (VOCABULARY, hidden)


class Noise:
    """Normal values with the spread of trained weights, handed out from one pool at changing places."""

    def __init__(self):
        import numpy as np  # only in the process that writes: its memory would count as a run's own

        self.np, self.random = np, np.random.default_rng(1)
        values = self.random.standard_normal(2 * POOL, dtype=np.float32) * 0.02
        self.bf16 = (values.view("<u4") >> 16).astype("<u2")
        self.fp8 = self.random.integers(0, 120, 2 * POOL, dtype=np.uint8) | (
            self.random.integers(0, 2, 2 * POOL, dtype=np.uint8) << 7)

    def pieces(self, pool, count):
        while count > 0:
            start, length = int(self.random.integers(POOL)), min(count, POOL)
            yield pool[start:start + length].tobytes()
            count -= length

    def scales(self, count):
        """Powers of two, so that BF16 holds every product."""
        return self.np.exp2(self.random.integers(-14, -10, count)).astype("<f4").tobytes()


def stored_tensors(name, config, noise):
    """Name, type, shape and an iterable of bytes for each tensor of the files."""
    for tensor, shape in matrices(name, config):
        count = math.prod(shape)
        if "fp8" not in name or "_proj" not in tensor:
            yield tensor, "BF16", shape, 2 * count, noise.pieces(noise.bf16, count)
            continue
        yield tensor, "F8_E4M3", shape, count, noise.pieces(noise.fp8, count)
        blocks = (shape[0] // 128, shape[1] // 128)
        yield tensor + "_scale_inv", "F32", blocks, 4 * blocks[0] * blocks[1], [noise.scales(blocks[0] * blocks[1])]


def write_weights(folder, name, config):
    tensors = list(stored_tensors(name, config, Noise()))
    total, places = sum(size for _, _, _, size, _ in tensors), {}
    shares = [[] for _ in range(SHARDS)]
    at = 0
    for tensor in tensors:
        shares[min(SHARDS - 1, at * SHARDS // total)].append(tensor)
        at += tensor[3]
    for number, share in enumerate(shares, 1):
        file = f"model-{number:05d}-of-{SHARDS:05d}.safetensors"
        header, end = {}, 0
        for tensor, dtype, shape, size, _ in share:
            header[tensor] = {"dtype": dtype, "shape": shape, "data_offsets": [end, end + size]}
            places[tensor] = file
            end += size
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        with open(folder / file, "wb") as out:
            out.write(len(text).to_bytes(8, "little") + text)
            for *_, pieces in share:
                out.writelines(pieces)
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {"total_size": total}, "weight_map": places}))


def byte_symbols():
    """The 256 characters that stand for bytes in byte-level vocabularies, by byte."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    moved = iter(range(0x100, 0x200))
    return [chr(byte if byte in plain else next(moved)) for byte in range(256)]


def write_checkpoint(folder, name):
    kind, numbers = MODELS[name]
    config = {"architectures": [kind], **COMMON, **numbers}
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config))
    vocabulary = {symbol: i for i, symbol in enumerate(byte_symbols())}  # any text has tokens
    vocabulary |= {f"t{i}": i for i in range(len(vocabulary), VOCABULARY - 1)}
    (folder / "tokenizer.json").write_text(json.dumps({
        "added_tokens": [], "pre_tokenizer": {"type": "ByteLevel", "use_regex": True},
        "model": {"type": "BPE", "vocab": vocabulary | {"th": VOCABULARY - 1}, "merges": ["t h"]}}))
    write_weights(folder, name, config)


def ready(folder: pathlib.Path, name: str) -> pathlib.Path:
    """The checkpoint of that name in the folder, made in a process of its own where it is not there."""
    checkpoint = folder / name
    if not checkpoint.exists():
        folder.mkdir(parents=True, exist_ok=True)
        writer = multiprocessing.Process(target=write_checkpoint, args=(checkpoint, name))
        writer.start()
        writer.join()
        if writer.exitcode != 0:
            sys.exit("error: the checkpoint could not be written")
    return checkpoint
