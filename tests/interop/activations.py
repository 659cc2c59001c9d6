# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""What formats with 8-bit arithmetic do to activations at run time, for models whose weights are plain floats."""

import torch

LARGEST_E4M3 = 448.0


def integers_per_token(values):
    scale = values.abs().amax(dim=-1, keepdim=True) / 127.5
    return torch.clamp(torch.round(values / scale), -128, 127) * scale


def floats(values):
    """E4M3 with a scale per row of the last axis."""
    scale = values.abs().amax(dim=-1, keepdim=True) / LARGEST_E4M3
    codes = torch.clamp(values / scale, -LARGEST_E4M3, LARGEST_E4M3).to(torch.float8_e4m3fn)
    return codes.to(values.dtype) * scale


def floats_in_groups(length):
    return lambda values: floats(values.unflatten(-1, (-1, length))).flatten(-2)


def rounding(about):
    """What config.json's quantization_config makes of activations: a function, or None."""
    if about["quant_method"] != "compressed-tensors":
        return None
    inputs = about["config_groups"]["group_0"]["input_activations"]
    if not inputs:
        return None
    if inputs["strategy"] == "group":
        return floats_in_groups(inputs["group_size"])
    return floats if inputs["type"] == "float" else integers_per_token


def round_like(about, modules):
    """Makes linear modules round what comes in as readers of a folder with this configuration do."""
    made = rounding(about)
    for module in modules if made else ():
        module.register_forward_pre_hook(lambda _, inputs: (made(inputs[0]), *inputs[1:]))
