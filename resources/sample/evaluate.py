# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Perplexity on heldout.txt, of the checkpoint and of GGUF files made from it, and two continuations.

python evaluate.py MODEL_FOLDER [GGUF ...]
"""

import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import Tokenizer

from model import load

CONTEXT = 512
PROMPTS = (
    "Once upon a time there was a poor woodcutter who",
    '"My dear Watson," said Sherlock Holmes,',
)


@torch.no_grad()
def perplexities(net, ids, size):
    """Windows of CONTEXT tokens side by side; the first token of each is not counted."""
    every, half = [], []
    for start in range(0, len(ids) - 1, CONTEXT):
        x = torch.tensor([ids[start:start + CONTEXT]])
        row = F.cross_entropy(net(x)[0, :-1], x[0, 1:], reduction="none")
        every.append(row)
        if x.shape[1] == CONTEXT:  # as llama.cpp counts: the second half of full windows
            half.append(row[CONTEXT // 2:])
    mean, half = torch.cat(every).mean().item(), torch.cat(half).mean().item()
    return math.exp(mean), mean * len(ids) / math.log(2) / size, math.exp(half)


def gguf_weights(path, heads):
    """Weights of a GGUF of this model, under the names and in the row order of the checkpoint."""
    names = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head",
             "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
             "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
             "ffn_down": "mlp.down_proj", "attn_norm": "input_layernorm",
             "ffn_norm": "post_attention_layernorm"}
    weights = {}
    for tensor in GGUFReader(path).tensors:
        parts = tensor.name.split(".")
        w = torch.from_numpy(dequantize(tensor.data, tensor.tensor_type).copy())
        if parts[-2] in heads:  # pairs become halves again
            n = heads[parts[-2]]
            w = w.view(n, -1, 2, w.shape[1]).transpose(1, 2).reshape(w.shape)
        prefix = f"model.layers.{parts[1]}." if parts[0] == "blk" else ""
        weights[prefix + names[parts[-2]] + ".weight"] = w
    return weights


@torch.no_grad()
def continuation(net, tokenizer, prompt, count=60):
    ids = tokenizer.encode(prompt).ids
    for _ in range(count):
        ids.append(net(torch.tensor([ids[-CONTEXT:]]))[0, -1].argmax().item())
        if ids[-1] == 0:
            break
    return tokenizer.decode(ids)


def main(folder: Path, levels: list[Path]) -> None:
    net = load(folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    text = (folder / "heldout.txt").read_text(encoding="utf-8")
    ids, size = tokenizer.encode(text).ids, len(text.encode())
    print(f"held-out text: {size:,} bytes, {len(ids):,} tokens")
    print("weights  perplexity  bits/byte  perplexity, second halves")
    print("BF16     %10.3f  %9.4f  %10.3f" % perplexities(net, ids, size))
    original = {k: v.clone() for k, v in net.state_dict().items()}
    for level in levels:
        net.load_state_dict(gguf_weights(level, {"attn_q": 4, "attn_k": 2}), strict=False)
        print("%-8s %10.3f  %9.4f  %10.3f" % (level.stem.split("-")[-1],
                                             *perplexities(net, ids, size)), flush=True)
    net.load_state_dict(original)
    for prompt in PROMPTS:
        print("---\n" + continuation(net, tokenizer, prompt))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
