# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Logits that core/runtime computes from quantized folders are those of the transformers library in float32.

That has the weights that numpy reads in the folder. Folders of bitsandbytes it also reads by itself, and computes in
32 bits. Activations are floats for both, whatever the format makes of them at run time."""

import json
import os
import shutil
import subprocess

import common

LENGTH = 64  # tokens
TOLERANCE = 1e-3  # of a logit; found: see README.md
args = common.arguments()
if not (args.packages / "transformers.txt").exists():
    common.skip(f"no transformers library in {args.packages}; tests/interop/setup says why")
os.environ.update(CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1", TRANSFORMERS_NO_ADVISORY_WARNINGS="1",
                  OMP_NUM_THREADS="1", TQDM_DISABLE="1")

import numpy as np  # noqa: E402
import torch  # noqa: E402

import checkpointfolders  # noqa: E402
import greedy  # noqa: E402
import safetensorsfile  # noqa: E402
import unpack  # noqa: E402


def expected_logits(folder, ids):
    """Of the model of the weights that numpy reads in the folder."""
    place = folder.with_name(folder.name + "-floats")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    tensors, _ = unpack.read(folder)
    safetensorsfile.write(place, {name: values.astype("<f4") for name, values in tensors.items()}, "F32")
    config = checkpointfolders.config(folder)
    del config["quantization_config"]
    (place / "config.json").write_text(json.dumps(config))
    with torch.inference_mode():
        return greedy.load(place)(torch.tensor([ids]), use_cache=False).logits[0].numpy()


def read_by_bitsandbytes(folder, ids):
    """Of the folder itself. In 8 bits the package rounds activations, but also gives back the plain weights."""
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder, dtype="auto", attn_implementation="eager")
    if checkpointfolders.config(folder)["quantization_config"]["load_in_8bit"]:
        model = model.dequantize(dtype=torch.float32)
    checkpointfolders.in_32_bits(model)
    with torch.inference_mode():
        return model(torch.tensor([ids]), use_cache=False).logits[0].numpy()


def computed_logits(folder, ids):
    numbers, out = args.work / "ids.txt", args.work / "logits.bin"
    numbers.write_text(" ".join(map(str, ids)))
    result = subprocess.run([args.tool, "all", folder, numbers, out], stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, f"printlogits: {result.stderr.strip()}"
    return np.fromfile(out, "<f4").reshape(len(ids), -1)


def check(folder, ids):
    found, wanted = computed_logits(folder, ids), expected_logits(folder, ids)
    assert np.isfinite(wanted).all() and wanted.std(axis=1).min() > 0.05, "the model says nothing"
    far = float(np.abs(found - wanted).max())
    assert far < TOLERANCE, f"logits are {far:.1e} apart"
    if checkpointfolders.config(folder)["quantization_config"]["quant_method"] != "bitsandbytes":
        return f"{far:.1e} apart"
    other = float(np.abs(found - read_by_bitsandbytes(folder, ids)).max())
    assert other < TOLERANCE, f"logits are {other:.1e} from those that bitsandbytes gives"
    return f"{far:.1e} apart, {other:.1e} from bitsandbytes"


INNER = {"intermediate_size": 512}
BNB = ("bnb", ["nf4", "nf4-dq", "fp4", "int8"])
GROUPS = ("rtn", ["4bit-g128", "8bit-g32", "3bit-g64", "int8", "fp8", "fp8-block", "fp8-tensor", "nvfp4", "mxfp4"])
ASYMMETRIC = ("rtn", ["4bit-g32"], "--asym")
GPTQ = ("rtn", ["4bit-g64", "8bit-g128", "3bit-g32"], "--format", "gptq")
CASES = [
    (checkpointfolders.named("TinyLlama", config=INNER), [BNB, GROUPS, ASYMMETRIC, GPTQ]),
    (checkpointfolders.named("Qwen2.5", config=INNER, dtype="F32"), [("bnb", ["nf4-dq"]), ("rtn", ["4bit-g128"]), GPTQ]),
    (checkpointfolders.named("Phi-3", config=INNER), [("bnb", ["nf4"]), ("rtn", ["fp8-block"]), GPTQ]),
    (checkpointfolders.named("Mixtral", config=INNER), [("rtn", ["4bit-g128", "fp8"]), GPTQ]),
]

failed = []
for family, runs in CASES:
    if args.only not in ("", family.name):
        continue
    source, prompt = checkpointfolders.write(args, family)
    ids = prompt + [prompt[(7 * i) % len(prompt)] for i in range(LENGTH - len(prompt))]
    for method, levels, *options in runs:
        for level, folder in checkpointfolders.make(args, source, method, levels, *options).items():
            what = " ".join([f"{family.name}, {method} {level}", *options])
            try:
                print(f"{what}: {check(folder, ids)}", flush=True)
            except Exception as error:
                failed.append(what)
                print(f"{what}: {type(error).__name__}: {error}", flush=True)
assert not failed, f"these are not read as they should be: {'; '.join(failed)}"
