# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Perplexity on heldout.txt, a rounding check and two continuations.

python evaluate.py MODEL_FOLDER
"""

import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
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


def rounded(w, bits, block=32):
    """Round to nearest on 2^bits levels between the least and the greatest of a block."""
    x = w.reshape(-1, block)
    low = x.amin(1, keepdim=True)
    scale = (x.amax(1, keepdim=True) - low) / (2 ** bits - 1)
    scale, low = scale.half().float().clamp(min=1e-12), low.half().float()
    return (((x - low) / scale).round().clamp(0, 2 ** bits - 1) * scale + low).view_as(w)


@torch.no_grad()
def continuation(net, tokenizer, prompt, count=60):
    ids = tokenizer.encode(prompt).ids
    for _ in range(count):
        ids.append(net(torch.tensor([ids[-CONTEXT:]]))[0, -1].argmax().item())
        if ids[-1] == 0:
            break
    return tokenizer.decode(ids)


def main(folder: Path) -> None:
    net = load(folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    text = (folder / "heldout.txt").read_text(encoding="utf-8")
    ids, size = tokenizer.encode(text).ids, len(text.encode())
    print(f"held-out text: {size:,} bytes, {len(ids):,} tokens")
    print("weights  perplexity  bits/byte  perplexity, second halves")
    print("BF16     %10.3f  %9.4f  %10.3f" % perplexities(net, ids, size))
    original = {k: v.clone() for k, v in net.state_dict().items()}
    for bits in (8, 4, 3, 2):
        net.load_state_dict({k: rounded(v, bits) if v.ndim == 2 else v
                             for k, v in original.items()})
        print("%d bits   %10.3f  %9.4f  %10.3f" % (bits, *perplexities(net, ids, size)))
    net.load_state_dict(original)
    for prompt in PROMPTS:
        print("---\n" + continuation(net, tokenizer, prompt))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
