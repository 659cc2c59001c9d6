# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Folders of every level, read back by numpy alone, are as far from the source as Snug reported."""

import math

import common

args = common.arguments()

import numpy as np  # noqa: E402  (only the packages' interpreter has it)

import checkpointfolders  # noqa: E402
import unpack  # noqa: E402

BNB = ["nf4", "nf4-dq", "fp4", "fp4-dq", "int8"]
FLOATS = ["int8", "fp8", "fp8-block", "fp8-tensor", "nvfp4", "mxfp4"]
WIDTHS = [f"{bits}bit-g{group}" for bits in (2, 3, 4, 8) for group in (32, 64, 128, -1)]
USUAL = ["4bit-g128", "4bit-g32", "8bit-g-1", "3bit-g64"]
RUNS = [
    ("bnb", BNB),
    ("bnb", BNB[:4], "--block-size", "256"),
    ("rtn", FLOATS + WIDTHS),
    ("rtn", WIDTHS, "--asym"),
    ("rtn", USUAL, "--min-max"),
    ("rtn", WIDTHS, "--format", "gptq"),
    ("rtn", USUAL, "--format", "gptq", "--asym"),
]
# Snug measures before scales are quantized once more, which moves the error of a matrix by less than this.
DOUBLE_QUANTIZATION = 1e-3


def relative_error(source, values):
    return math.sqrt(((source - values) ** 2).sum() / (source**2).sum())


def check_state(tensors, weight, shape, config, options):
    """What bitsandbytes reads as JSON is what was written."""
    about = config["quantization_config"]
    expected = {"quant_type": about["bnb_4bit_quant_type"], "shape": list(shape), "dtype": config["torch_dtype"],
                "blocksize": int(options[1]) if options else 64}
    if about["bnb_4bit_use_double_quant"]:
        expected |= {"nested_blocksize": 256, "nested_dtype": "float32"}
    state = unpack.state_of(tensors, weight)
    offset = state.pop("nested_offset", None)
    assert state == expected, f"{weight}: {state} is not {expected}"
    assert (offset is not None) == about["bnb_4bit_use_double_quant"], f"{weight}: the offset is {offset}"


def check(folder, source, options):
    """The number of matrices, and the worst relative error of one."""
    tensors, quantized = unpack.read(folder)
    claimed = checkpointfolders.reported(folder)
    assert set(tensors) == set(source), f"{folder.name}: {set(tensors) ^ set(source)}"
    assert set(quantized) == set(claimed), f"{folder.name}: {set(quantized) ^ set(claimed)}"
    assert quantized, f"{folder.name}: nothing is quantized"
    errors = {name: relative_error(source[name], tensors[name]) for name in quantized}
    allowed = DOUBLE_QUANTIZATION if folder.name.endswith("-dq") else 1e-4
    for name, values in tensors.items():
        if name not in errors:
            assert (values == source[name]).all(), f"{folder.name}: {name} is not what it was"
        elif not math.isclose(errors[name], claimed[name]["relative_error"], rel_tol=allowed):
            raise AssertionError(f"{folder.name}: {name} is {errors[name]} away, not {claimed[name]['relative_error']}")
    config = checkpointfolders.config(folder)
    if config["quantization_config"].get("load_in_4bit"):
        stored = unpack.stored(folder)
        for name in quantized:
            check_state(stored, name, source[name].shape, config, options)
    return len(quantized), max(errors.values())


failed = []
for family in (checkpointfolders.named("TinyLlama"), checkpointfolders.named("Llama 2"),
               checkpointfolders.named("Qwen2.5", dtype="F32"), checkpointfolders.named("Mixtral")):
    folder, _ = checkpointfolders.write(args, family)
    source = {name: values.astype(np.float64) for name, values in unpack.stored(folder).items()}
    for method, levels, *options in RUNS:
        for level, output in checkpointfolders.make(args, folder, method, levels, *options).items():
            what = " ".join([f"{family.name}, {method} {level}", *options])
            try:
                count, worst = check(output, source, options)
                print(f"{what}: {count} matrices, worst {worst:.5f}")
            except AssertionError as error:
                failed.append(what)
                print(f"{what}: {error}")
assert not failed, f"these are not what was measured: {'; '.join(failed)}"
