# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""The gguf package reads every level Snug makes of the sample, and finds the weights and errors that Snug reports."""

import math
import pathlib

import common

LEVELS = ["F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K_M", "Q5_K_S", "Q5_1", "Q5_0", "Q4_K_M", "Q4_K_S", "Q4_1", "Q4_0",
          "Q3_K_L", "Q3_K_M", "Q3_K_S", "Q2_K"]
FILE_TYPES = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q8_0": 7, "Q5_0": 8, "Q5_1": 9, "Q2_K": 10, "Q3_K_S": 11,
              "Q3_K_M": 12, "Q3_K_L": 13, "Q4_K_S": 14, "Q4_K_M": 15, "Q5_K_S": 16, "Q5_K_M": 17, "Q6_K": 18, "BF16": 32}


def relative_error(source, values):
    source = source.astype(np.float64)
    return math.sqrt(((source - values) ** 2).sum() / max((source**2).sum(), 1e-300))


def check_level(level, path, source, reported):
    reader = gguf.GGUFReader(path)
    assert reader.fields["general.file_type"].contents() == FILE_TYPES[level]
    assert reader.fields["general.architecture"].contents() == "llama"
    assert {tensor.name for tensor in reader.tensors} == set(source)
    worst = 0.0
    for tensor in reader.tensors:
        values = gguf.dequantize(tensor.data, tensor.tensor_type).reshape(source[tensor.name].shape)
        error = relative_error(source[tensor.name], values)
        claimed = reported[level, tensor.name]
        assert claimed["to"] == tensor.tensor_type.name, (level, tensor.name, claimed)
        # Both sums run over the same differences; only the order of adding differs.
        assert math.isclose(error, claimed["relative_error"], rel_tol=1e-6, abs_tol=1e-9), (level, tensor.name, error, claimed)
        if level == "F32":
            assert (values == source[tensor.name]).all(), tensor.name
        worst = max(worst, error)
    print(f"{level:8} {path.stat().st_size:>10,} bytes, {len(reader.tensors)} tensors, worst relative error {worst:.4f}")


args = common.arguments()

import gguf  # noqa: E402  (only the packages' interpreter has these)
import numpy as np  # noqa: E402

import checkpoint  # noqa: E402

tensors = checkpoint.read(args.model)
report = common.quantize(args, *LEVELS)
by_name = {(entry["level"], entry["name"]): entry for entry in report["tensors"]}
assert [output["level"] for output in report["outputs"]] == LEVELS
for made in report["outputs"]:
    check_level(made["level"], pathlib.Path(made["path"]), tensors, by_name)
