# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""The most likely token again and again: by a published build of llama.cpp, and by the transformers library."""

import json
import urllib.request


def llamacpp(path, prompt, count, *, context=256, forbidden=()):
    """What llama.cpp goes on with after the ids `prompt`, as ids and text; all numbers 32 bits wide, its cache too."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cache_type_k = params.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.warmup = False
    server = xllamacpp.Server(params)
    # The server's own address: its Python door for completions does not tell ids.
    request = {"prompt": prompt, "n_predict": count, "temperature": 0, "return_tokens": True, "cache_prompt": False,
               "samplers": ["temperature"], "logit_bias": [[token, False] for token in forbidden]}
    answer = urllib.request.urlopen(urllib.request.Request(
        f"{server.listening_address}/completion", json.dumps(request).encode(), {"Content-Type": "application/json"}))
    answer = json.load(answer)
    return {"ids": answer["tokens"], "text": answer["content"]}


def load(folder):
    """The checkpoint as a model of the transformers library, in 32 bits; every tensor has to be one it knows.

    Without a device in sight it unpacks MXFP4 and FP8 weights while loading.
    """
    import torch
    from transformers import AutoModelForCausalLM

    torch.set_num_threads(1)  # threads that wait for such small work cost more than they save
    model, about = AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager", output_loading_info=True)
    assert all(weights.dtype == torch.float32 for weights in model.parameters())
    for what in ("missing_keys", "unexpected_keys", "mismatched_keys"):
        assert not about[what], f"transformers finds {what} in {folder}: {about[what]}"
    return model


def transformers(model, prompt, count, *, forbidden=()):
    """Ids that `model` goes on with, and the smallest lead of a chosen token over the next best one."""
    import torch

    ids, lead = list(prompt), float("inf")
    with torch.inference_mode():
        for _ in range(count):
            logits = model(torch.tensor([ids]), use_cache=False).logits[0, -1]
            logits[list(forbidden)] = -torch.inf
            best = torch.topk(logits, 2)
            lead = min(lead, float(best.values[0] - best.values[1]))
            ids.append(int(best.indices[0]))
    return ids[len(prompt):], lead
