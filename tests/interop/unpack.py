# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Reads checkpoint folders with numpy alone: what each stored weight matrix is worth, from the formats' published layouts.

Nothing is shared with Snug or with the formats' own packages. All arithmetic is in 64 bits, so that both can be compared.
"""

import json

import numpy as np

FOUR_BIT_FLOATS = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])
PLAIN = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I8": "i1", "U8": "u1", "I32": "<i4", "I64": "<i8"}


def e4m3_values():
    """What each byte of an 8-bit float is worth: sign, 4 bits of exponent, 3 of fraction; 0x7F is no number."""
    codes = np.arange(256)
    exponent, fraction = codes >> 3 & 15, codes & 7
    size = np.where(exponent > 0, (8 + fraction) * 2.0 ** (exponent - 10), fraction * 2.0**-9)
    size[codes & 127 == 127] = np.nan
    return np.where(codes & 128, -size, size)


E4M3 = e4m3_values()


def array(data, dtype, shape):
    if dtype == "BF16":
        return (np.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4").reshape(shape)
    if dtype == "F8_E4M3":
        return E4M3[np.frombuffer(data, "u1")].reshape(shape)
    return np.frombuffer(data, PLAIN[dtype]).reshape(shape)


def stored(folder):
    """All tensors of a folder under their names; floats that numpy does not have are widened."""
    tensors = {}
    for path in sorted(folder.glob("*.safetensors")):
        data = path.read_bytes()
        start = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:start])
        header.pop("__metadata__", None)
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            assert name not in tensors, f"{name} is there twice"
            tensors[name] = array(data[start + begin:start + end], entry["dtype"], entry["shape"])
    return tensors


def fields(words, bits, count):
    """The first `count` fields of `bits` bits along the last axis: a little-endian stream, lowest bits first."""
    stream = np.unpackbits(np.ascontiguousarray(words).view("u1"), axis=-1, bitorder="little")
    stream = stream[..., :count * bits].reshape(*stream.shape[:-1], count, bits)
    return stream.astype(np.int64) @ (1 << np.arange(bits))


def repeated(scales, shape):
    """A scale for each weight: of blocks that are equal in size, but for the last ones."""
    for axis, length in enumerate(shape):
        each = -(-length // scales.shape[axis])
        scales = np.repeat(scales, each, axis)[(slice(None),) * axis + (slice(length),)]
    return scales


def in_runs(scales, length, count):
    return np.repeat(scales.astype(np.float64), length)[:count]


def state_of(tensors, weight):
    """What bitsandbytes keeps as JSON in a tensor of bytes."""
    name, = (name for name in tensors if name.startswith(f"{weight}.quant_state.bitsandbytes__"))
    state = json.loads(bytes(tensors[name]).decode())
    assert name.endswith(f"__{state['quant_type']}"), (name, state)
    return state


def bitsandbytes_4bit(tensors, module):
    weight = f"{module}.weight"
    state = state_of(tensors, weight)
    count = int(np.prod(state["shape"]))
    packed = tensors[weight].reshape(-1)
    codes = np.stack([packed >> 4, packed & 15], axis=1).reshape(-1)[:count]  # the first weight is in the high bits
    absmax = tensors[f"{weight}.absmax"]
    if "nested_blocksize" in state:
        scales = in_runs(tensors[f"{weight}.nested_absmax"], state["nested_blocksize"], len(absmax))
        absmax = tensors[f"{weight}.nested_quant_map"].astype(np.float64)[absmax] * scales + state["nested_offset"]
    values = tensors[f"{weight}.quant_map"].astype(np.float64)[codes] * in_runs(absmax, state["blocksize"], count)
    return values.reshape(state["shape"])


def bitsandbytes_8bit(tensors, module):
    assert tensors[f"{module}.weight_format"] == 0
    return tensors[f"{module}.weight"].astype(np.float64) * tensors[f"{module}.SCB"][:, None] / 127


def gptq(tensors, module, bits):
    """Version 1: zero points are stored less one, and everything lies input by input."""
    groups, scales = tensors[f"{module}.g_idx"], tensors[f"{module}.scales"].astype(np.float64)
    codes = fields(tensors[f"{module}.qweight"].T, bits, len(groups))
    zeros = fields(tensors[f"{module}.qzeros"], bits, scales.shape[1]) + 1 & (1 << bits) - 1
    return ((codes.T - zeros[groups]) * scales[groups]).T


def pack_quantized(tensors, module, arguments):
    bits = arguments["num_bits"]
    shape = tuple(tensors[f"{module}.weight_shape"])
    codes = fields(tensors[f"{module}.weight_packed"], bits, shape[1])
    scales = tensors[f"{module}.weight_scale"].astype(np.float64)
    zeros = np.full(scales.shape, 1 << bits - 1)
    if not arguments["symmetric"]:
        zeros = fields(tensors[f"{module}.weight_zero_point"].T, bits, shape[0]).T
    return (codes - repeated(zeros, shape)) * repeated(scales, shape)


def in_blocks(tensors, module, arguments):
    """Whole bytes, integers or 8-bit floats, and a scale for a row, a block or all."""
    codes = tensors[f"{module}.weight"].astype(np.float64)
    scales = tensors[f"{module}.weight_scale"].astype(np.float64)
    if arguments["strategy"] != "block":
        return codes * scales.reshape(-1, 1)
    height, width = arguments["block_structure"]
    scales = np.repeat(np.repeat(scales, height, axis=0), width, axis=1)
    return codes * scales[:codes.shape[0], :codes.shape[1]]


def four_bit_floats(tensors, module, arguments):
    packed = tensors[f"{module}.weight_packed"]
    codes = np.stack([packed & 15, packed >> 4], axis=-1).reshape(packed.shape[0], -1)
    scales = tensors[f"{module}.weight_scale"]
    if arguments["strategy"] == "tensor_group":
        scales = scales / np.float64(tensors[f"{module}.weight_global_scale"][0])
    else:
        scales = 2.0 ** (scales.astype(np.float64) - 127)
    return FOUR_BIT_FLOATS[codes] * np.repeat(scales, arguments["group_size"], axis=1)


COMPRESSED = {"pack-quantized": pack_quantized, "int-quantized": in_blocks, "float-quantized": in_blocks,
              "nvfp4-pack-quantized": four_bit_floats, "mxfp4-pack-quantized": four_bit_floats}


def reader(about):
    """The end of the name by which a quantized module is known, and what reads it: of (tensors, module)."""
    if about["quant_method"] == "gptq":
        return ".qweight", lambda tensors, module: gptq(tensors, module, about["bits"])
    if about["quant_method"] == "compressed-tensors":
        arguments = about["config_groups"]["group_0"]["weights"]
        return ".weight_scale", lambda tensors, module: COMPRESSED[about["format"]](tensors, module, arguments)
    return (".SCB", bitsandbytes_8bit) if about["load_in_8bit"] else (".weight.absmax", bitsandbytes_4bit)


def read(folder):
    """(float tensors by name, names of the quantized ones among them)."""
    about = json.loads((folder / "config.json").read_text())["quantization_config"]
    tensors = stored(folder)
    mark, values_of = reader(about)
    modules = [name.removesuffix(mark) for name in tensors if name.endswith(mark)]
    made = {f"{module}.weight": values_of(tensors, module) for module in modules}
    parts = tuple(f"{module}." for module in modules)
    made |= {name: values.astype(np.float64) for name, values in tensors.items()
             if not name.startswith(parts) or name.endswith(".bias")}
    return made, [f"{module}.weight" for module in modules]
