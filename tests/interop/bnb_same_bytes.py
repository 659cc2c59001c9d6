# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Codes, scales and values read back of bitsandbytes' formats equal those of the bitsandbytes package, byte by byte."""

import os
from itertools import islice

import common

args = common.arguments()
os.environ.update(CUDA_VISIBLE_DEVICES="", OMP_NUM_THREADS="1")
common.need(args, "bitsandbytes", "torch")

import bitsandbytes.functional as bnb  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from bitsandbytes.nn import Int8Params  # noqa: E402

import samebytes  # noqa: E402
from samebytes import split  # noqa: E402

torch.set_num_threads(1)
BLOCKS = (32, 64, 128, 256, 512, 1024, 2048, 4096)
HARSH = (32, 64, 4096)  # meet all kinds of numbers; the lengths between them, which are the same code, meet the LIKELY first
LIKELY = 6
NESTED_BLOCK = 256
random = np.random.default_rng(6)
kernels = samebytes.Kernels(args.tool)
run, same = kernels.run, kernels.same


def step_values(levels, count):
    """Numbers at, just below and just above every step between levels, times powers of two that keep them so."""
    levels = np.unique(np.abs(np.asarray(levels, dtype=np.float32)))
    steps = ((levels[1:] + levels[:-1]) / np.float32(2)).astype(np.float32)
    near = np.concatenate([steps, np.nextafter(steps, np.float32(0)), np.nextafter(steps, np.float32(2)), levels])
    near = np.concatenate([near, -near, [0.0, -0.0]]).astype(np.float32)
    values = random.choice(near, count).astype(np.float32)
    values[::32] = random.choice(np.float32([-1, 1]), len(values[::32]))  # every block reaches 1
    return values * np.float32(2.0) ** random.integers(-3, 3)


def rows(block):
    """Name and numbers: harsh ones of several lengths."""
    normal = random.standard_normal
    levels = {kind: bnb.get_4bit_type(kind, device="cpu").numpy() for kind in ("nf4", "fp4")}
    whole, ragged = 5 * block, 3 * block + 7
    yield "weights", normal(ragged) * 0.02
    yield "weights in whole blocks", normal(8 * block) * 0.02
    yield "one weight", normal(1)
    yield "an even short block", normal(block // 2)
    yield "NF4 steps", step_values(levels["nf4"], whole)
    yield "FP4 steps", step_values(levels["fp4"], whole + 17)
    yield "zeros", np.zeros(ragged)
    yield "blocks of zeros between others", normal(6 * block) * np.repeat([0, 1, 0, 1, 1, 0], block)
    yield "negative zeros", np.full(ragged, -0.0)
    yield "subnormal", normal(ragged) * 1e-41
    yield "around 1e-38", normal(ragged) * 1e-38
    yield "the least number", random.choice(np.float32([0, 1.4e-45, -1.4e-45]), ragged)
    yield "huge", np.clip(normal(ragged), -3, 3) * 1.1e38
    yield "one outlier", np.where(np.arange(ragged) == block + 3, -1e30, normal(ragged))
    yield "wide", np.float32(2.0) ** random.uniform(-60, 60, ragged) * random.choice([-1, 1], ragged)
    yield "a few values", random.choice(np.float32([-3, -1, 0.5, 2]), whole)
    yield "small integers", random.integers(-120, 121, whole)


def check_four_bits(set_name, kind, block, name, values):
    values = np.asarray(values, dtype=np.float32)
    packed, state = bnb.quantize_4bit(torch.from_numpy(values), blocksize=block, quant_type=kind)
    what = f"{set_name}, {kind}, blocks of {block}, {name}"
    parts = split(run(set_name, kind, block, values=values), ("u1", len(packed)), ("f4", len(state.absmax)),
                  ("f4", len(values)))
    same(f"{what}: codes", parts[0], packed.numpy())
    same(f"{what}: scales", parts[1], state.absmax.numpy())
    levels = state.code.numpy()
    codes = np.stack([parts[0] >> 4, parts[0] & 15], axis=1).reshape(-1)[:len(values)]
    with np.errstate(under="ignore"):
        same(f"{what}: values", parts[2], levels[codes] * np.repeat(parts[1], block)[:len(values)])
    check_nested(set_name, what, values, kind, block, parts[1])


def check_nested(set_name, what, values, kind, block, absmax):
    _, state = bnb.quantize_4bit(torch.from_numpy(values), blocksize=block, quant_type=kind, compress_statistics=True)
    mean = split(run(set_name, "mean", values=absmax), ("f4", 1))[0]
    same(f"{what}: offset", mean, state.offset.numpy())
    codes, scales, back = split(run(set_name, "dynamic", NESTED_BLOCK, values=absmax - mean), ("u1", len(absmax)),
                                ("f4", len(state.state2.absmax)), ("f4", len(absmax)))
    same(f"{what}: codes of scales", codes, state.absmax.numpy())
    same(f"{what}: scales of scales", scales, state.state2.absmax.numpy())
    same(f"{what}: scales read back", back, bnb.dequantize_blockwise(state.absmax, state.state2).numpy())


def check_mean(set_name):
    """Lengths around every change of the order of the sum."""
    lengths = (*range(1, 70), 127, 128, 255, 256, 511, 512, 513, 2047, 4096, 16383, 16384, 16385, 32767, 32768, 65535,
               65536, 65541, 1 << 18, (1 << 20) + 3)
    values = random.standard_normal(max(lengths)).astype(np.float32) ** 2
    for length in lengths:
        same(f"mean of {length}", split(run(set_name, "mean", values=values[:length]), ("f4", 1))[0],
             torch.from_numpy(values[:length]).mean().numpy())


def check_dynamic(set_name):
    """Numbers close together over all of -1 .. 1, and very small ones."""
    even = np.linspace(-1, 1, 300_001)
    small = np.float32(2.0) ** random.uniform(-30, 0, 100_000) * random.choice([-1, 1], 100_000)
    for name, values in (("even", even), ("small", small), ("subnormal", small * 1e-40), ("zeros", np.zeros(300))):
        for block in (256, 1024, 1 << 20):
            values = np.asarray(values, dtype=np.float32)
            codes, state = bnb.quantize_blockwise(torch.from_numpy(values), blocksize=block)
            parts = split(run(set_name, "dynamic", block, values=values), ("u1", len(values)),
                          ("f4", len(state.absmax)), ("f4", len(values)))
            same(f"{set_name}, dynamic, {name}, {block}: codes", parts[0], codes.numpy())
            same(f"{set_name}, dynamic, {name}, {block}: scales", parts[1], state.absmax.numpy())
            same(f"{set_name}, dynamic, {name}, {block}: values", parts[2],
                 bnb.dequantize_blockwise(codes, state).numpy())


def int8_rows(cols):
    normal = random.standard_normal
    shape = (6, cols)
    yield "weights", normal(shape) * 0.02
    yield "zeros", np.zeros(shape)
    yield "rows of zeros between others", normal(shape) * np.array([[0], [1], [1], [0], [1], [0]])
    yield "too small for a half", normal(shape) * 1e-9
    yield "subnormal halves", normal(shape) * 1e-6
    yield "large", np.clip(normal(shape), -4, 4) * 16000
    yield "ties", random.integers(-254, 255, shape) / 2 / 127
    yield "ties of 127", np.concatenate([np.full((6, 1), 127.0), random.integers(-254, 255, shape) / 2], axis=1)
    yield "ties of halves", (2048 + random.integers(0, 2048, shape) + 0.5) * random.choice([-1, 1], shape)


def check_int8(set_name, cols):
    for name, values in int8_rows(cols):
        values = torch.from_numpy(np.asarray(values, dtype=np.float32))
        parameter = Int8Params(values, requires_grad=False, has_fp16_weights=False).to("cpu")
        parts = split(run(set_name, "int8", values.shape[1], values=values.numpy()), ("i1", values.numel()),
                      ("f4", len(values)), ("f4", values.numel()))
        what = f"{set_name}, int8, {values.shape[1]} columns, {name}"
        same(f"{what}: codes", parts[0], parameter.CB.numpy())
        same(f"{what}: scales", parts[1], parameter.SCB.numpy())
        same(f"{what}: values", parts[2], bnb.int8_vectorwise_dequant(parameter.CB, parameter.SCB).numpy())
    run(set_name, "int8", 2, values=[1, 65520], refused=True)  # rounds to an infinite half
    run(set_name, "int8", 2, values=[1, -65519])


for set_name in kernels.sets:
    for kind in ("nf4", "fp4"):
        for block in BLOCKS if set_name == kernels.sets[0] else (64,):
            for name, values in islice(rows(block), None if block in HARSH else LIKELY):
                check_four_bits(set_name, kind, block, name, values)
        check_four_bits(set_name, kind, 64, "a million weights", random.standard_normal(1_000_003) * 0.02)
    check_dynamic(set_name)
    for cols in (1, 7, 64, 1000, 4099):
        check_int8(set_name, cols)
check_mean(kernels.sets[0])
print(f"{kernels.checks} comparisons with bitsandbytes, all the same; sets {' and '.join(kernels.sets)}")
