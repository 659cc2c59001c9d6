# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""The transformers library loads folders as they are, and computes with the weights that numpy reads in them."""

import json
import logging
import os

import common

args = common.arguments()
if not (args.packages / "transformers.txt").exists():
    common.skip(f"no transformers library in {args.packages}; tests/interop/setup says why")
os.environ.update(CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1", TRANSFORMERS_NO_ADVISORY_WARNINGS="1",
                  OMP_NUM_THREADS="1", TQDM_DISABLE="1")

import numpy as np  # noqa: E402
import torch  # noqa: E402
import transformers  # noqa: E402

import activations  # noqa: E402
import checkpointfolders  # noqa: E402
import safetensorsfile  # noqa: E402
import unpack  # noqa: E402

torch.set_num_threads(1)
transformers.logging.disable_progress_bar()
logging.getLogger("bitsandbytes").setLevel(logging.ERROR)

FARTHEST = 1e-2  # of logits, in units of their spread
FARTHEST_IN_8_BITS = 0.1  # each of 14 products rounds its input to half a 127th of the largest number


def load(folder, dtype="auto"):
    """The folder's model; nothing may be missing or left over."""
    model, about = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=dtype, attn_implementation="eager", output_loading_info=True)
    for what, found in about.items():
        assert not found, f"transformers finds {what}: {found}"
    return model


def logits(model, prompt):
    with torch.inference_mode():
        return model(torch.tensor([prompt]), use_cache=False).logits[0].double().numpy()


def with_floats(folder, dtype):
    """The model of the weights that numpy reads in the folder, as a checkpoint of 32-bit floats."""
    place = folder.with_name(folder.name + "-floats")
    place.mkdir()
    tensors, quantized = unpack.read(folder)
    safetensorsfile.write(place, {name: values.astype("<f4") for name, values in tensors.items()}, "F32")
    config = checkpointfolders.config(folder)
    about = config.pop("quantization_config")
    (place / "config.json").write_text(json.dumps(config))
    model = load(place, dtype)
    names = {name.removesuffix(".weight") for name in quantized}
    activations.round_like(about, [module for name, module in model.named_modules() if name in names])
    return model


def distance(found, wanted):
    return np.sqrt(((found - wanted) ** 2).mean()) / wanted.std()


def check(folder, prompt):
    about = checkpointfolders.config(folder)["quantization_config"]
    model = load(folder)
    if about["quant_method"] == "bitsandbytes":
        model = checkpointfolders.in_32_bits(model)
    dtype = next(values.dtype for values in model.parameters() if values.is_floating_point())
    wanted = logits(with_floats(folder, dtype), prompt)
    far = distance(logits(model, prompt), wanted)
    more = ""
    if about.get("load_in_8bit"):  # bitsandbytes rounds activations to 8 bits, but also gives back the plain weights
        assert far < FARTHEST_IN_8_BITS, f"the logits in 8 bits are {far:.2g} of their spread away"
        more = f", {far:.1g} in 8 bits"
        far = distance(logits(checkpointfolders.in_32_bits(model.dequantize(dtype=torch.float32)), prompt), wanted)
    assert far < FARTHEST, f"the logits are {far:.2g} of their spread away"
    return f"logits {far:.1g} of their spread away{more}"


BNB = ["nf4", "nf4-dq", "fp4", "fp4-dq", "int8"]
INTEGERS = ["4bit-g128", "4bit-g32", "8bit-g32", "8bit-g-1", "3bit-g64"]
FLOATS = ["int8", "fp8", "fp8-block", "fp8-tensor", "nvfp4", "mxfp4"]
INNER = {"intermediate_size": 512}  # bitsandbytes cannot compute on a processor where blocks run on into the next row
SPLIT = ("--split-size", "400K")
CASES = [
    (checkpointfolders.named("Qwen2.5", config=INNER, dtype="F32"), [
        ("bnb", ["nf4-dq", "int8"]), ("rtn", ["4bit-g128", "int8"])]),
    (checkpointfolders.named("TinyLlama", config=INNER), [("bnb", BNB, *SPLIT), ("rtn", INTEGERS + FLOATS, *SPLIT)]),
    (checkpointfolders.named("SmolLM2", config=INNER), [("bnb", ["nf4-dq", "int8"]), ("rtn", ["4bit-g128", "fp8"])]),
    (checkpointfolders.named("Mixtral", config=INNER), [("rtn", ["4bit-g128", "8bit-g32"])]),
]

SAMPLE = ("sample", [("bnb", ["nf4-dq", "int8"]), ("rtn", ["4bit-g128", "fp8-block", "nvfp4"])])
failed = []


def check_all(name, source, prompt, runs):
    for method, levels, *options in runs:
        for level, folder in checkpointfolders.make(args, source, method, levels, *options).items():
            what = " ".join([f"{name}, {method} {level}", *options])
            try:
                assert not options or len(list(folder.glob("*.safetensors"))) > 1, "there is one shard only"
                print(f"{what}: {check(folder, prompt)}", flush=True)
            except Exception as error:
                failed.append(what)
                print(f"{what}: {type(error).__name__}: {error}", flush=True)


for family, runs in CASES:
    if args.only in ("", family.name):
        check_all(family.name, *checkpointfolders.write(args, family), runs)
if args.only in ("", SAMPLE[0]):
    check_all(SAMPLE[0], args.model, list(range(100, 140)), SAMPLE[1])
assert not failed, f"these are not read as they should be: {'; '.join(failed)}"
