# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Writes arrays as safetensors files: one file, or shards with the index that publishers put beside them."""

import json

import numpy as np

TYPES = {"F32": "<f4", "F16": "<f2"}
FP8 = np.dtype([("e4m3", "u1")])  # numpy has no type for it
STORED = {np.dtype("u1"): "U8", np.dtype("<f4"): "F32", FP8: "F8_E4M3"}


def as_bytes(values, dtype):
    """The name of the type and the bytes; arrays of bytes and 32-bit numbers stay what they are."""
    if values.dtype in STORED:
        return STORED[values.dtype], values.tobytes()
    if dtype == "BF16":  # cut, not rounded: any 16 bits are a fair weight here
        return dtype, (values.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
    return dtype, values.astype(TYPES[dtype]).tobytes()


def write_file(path, tensors, dtype):
    header, body = {}, b""
    for name, values in tensors.items():
        kind, data = as_bytes(values, dtype)
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + body)


def write(folder, tensors, dtype, shards=1):
    """One file, or `shards` files between which the tensors go round, so that a layer's parts are never together."""
    if shards == 1:
        write_file(folder / "model.safetensors", tensors, dtype)
        return
    names = list(tensors)
    places = {}
    for shard in range(shards):
        file = f"model-{shard + 1:05d}-of-{shards:05d}.safetensors"
        part = names[shard::shards]
        write_file(folder / file, {name: tensors[name] for name in part}, dtype)
        places.update(dict.fromkeys(part, file))
    index = {"metadata": {"total_size": sum(len(as_bytes(values, dtype)[1]) for values in tensors.values())}, "weight_map": places}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
