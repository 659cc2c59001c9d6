# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Tiny checkpoints for tests of checkpoint folders, and the folders snug-cli makes of them."""

import dataclasses
import json
import pathlib

import common
import families
import tinycheckpoint

# Wide enough for groups, blocks and double quantization; rows of 416 end in the middle of blocks and groups of 64.
SIZE = {"hidden_size": 256, "intermediate_size": 416, "num_hidden_layers": 2}


def named(name, **changes):
    """The family of families.py at a size that formats have something to do with."""
    family, = (family for family in families.FAMILIES if family.name == name)
    return dataclasses.replace(family, config=family.config | SIZE | changes.pop("config", {}), **changes)


def write(args, family):
    """The folder and its prompt."""
    folder = args.work / family.name.replace(" ", "-")
    return folder, tinycheckpoint.write(folder, family).prompt


def make(args, source, method, levels, *options):
    """One folder per level, all made at once, by level."""
    output = args.work / "-".join([source.name, method, *(option.strip("-") for option in options)])
    report = common.quantize(args, *levels, model=source, output=output, method=method, options=options)
    return {file["level"]: pathlib.Path(file["path"]).parent for file in report["outputs"]}


def config(folder):
    return json.loads((folder / "config.json").read_text())


def in_32_bits(model):
    """Lets bitsandbytes compute in 32 bits, as else the rounding of 16 would hide what is looked for.

    On a processor with 16-bit arithmetic it would also round the scales to 16 bits.
    """
    import torch

    for parameter in model.parameters():
        if parameter.is_floating_point():
            parameter.data = parameter.data.float()
    for module in model.modules():
        if hasattr(module, "compute_dtype"):
            module.compute_dtype = torch.float32
            module.support_avx512bf16_for_cpu = False
    return model


def reported(folder):
    """What snug.json says of each quantized tensor, by name."""
    return {tensor["name"]: tensor for tensor in json.loads((folder / "snug.json").read_text())["tensors"]}
