# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Packed codes, scales, zeros and values read back of integer groups, FP8, NVFP4 and MXFP4 equal those of the
compressed-tensors package, byte by byte."""

import functools
import os

import common

args = common.arguments()
os.environ.update(CUDA_VISIBLE_DEVICES="", OMP_NUM_THREADS="1")
common.need(args, "compressed_tensors", "torch")

import numpy as np  # noqa: E402
import torch  # noqa: E402
from compressed_tensors.compressors.mx_utils import compress_mx_scale  # noqa: E402
from compressed_tensors.compressors.nvfp4.helpers import pack_fp4_to_uint8  # noqa: E402
from compressed_tensors.compressors.pack_quantized.helpers import pack_to_int32  # noqa: E402
from compressed_tensors.quantization import QuantizationArgs  # noqa: E402
from compressed_tensors.quantization.lifecycle.forward import dequantize, quantize  # noqa: E402
from compressed_tensors.quantization.utils.helpers import calculate_qparams, generate_gparam  # noqa: E402

import samebytes  # noqa: E402
from samebytes import split  # noqa: E402

torch.set_num_threads(1)
ROWS = 600
FORMATS = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
random = np.random.default_rng(6)
kernels = samebytes.Kernels(args.tool)
run, same = kernels.run, functools.partial(kernels.same, by_value=True)


def weights(length, dtype=torch.float32):
    """Rows of many magnitudes; some positive alone, of ties, sparse, or zero. No -0, see groupkernels.h."""
    rows = random.standard_normal((ROWS, length)) * np.exp2(random.integers(-10, 4, (ROWS, 1)))
    rows[::7] = np.abs(rows[::7])
    rows[1::5] = np.round(rows[1::5] * 64) / 128
    rows[5::13] *= random.random(rows[5::13].shape) < 0.1
    rows[3::11] = 0
    return torch.from_numpy(rows.astype(np.float32)).to(dtype) + 0.0


def check_integers(set_name, bits, symmetric, length, format):
    # The package rounds what it computes of 16-bit weights to 16 bits; with symmetric groups that is the scale alone.
    values = weights(length, FORMATS[format])
    scheme = QuantizationArgs(num_bits=bits, type="int", symmetric=symmetric, strategy="group", group_size=length)
    scale, zero = calculate_qparams(values.amin(1, keepdim=True), values.amax(1, keepdim=True), scheme)
    values, scale, zero = values.float(), scale.float(), zero.float()
    middle = 1 << (bits - 1)
    # Of a group of zeros the package makes a zero by dividing 0 by 0; any will do.
    zero[values.abs().amax(1) == 0] = 0
    codes = quantize(values, scale, None if symmetric else zero, scheme, dtype=torch.int8)
    expected = pack_to_int32(codes.reshape(1, -1), bits)
    kind = "symmetric" if symmetric else "asymmetric"
    what = f"{set_name}, {bits} bits, {kind}, groups of {length}, {format}"
    words, scales, zeros, back = split(
        run(set_name, "integers", length, bits, kind, format, values=values.numpy()),
        ("i4", expected.numel()), ("f4", ROWS), ("u1", ROWS), ("f4", values.numel()))
    same(f"{what}: scales", scales, scale.numpy())
    same(f"{what}: zeros", zeros.astype(int) - middle, zero.numpy().astype(int))
    same(f"{what}: words", words, expected.numpy())
    same(f"{what}: values", back, dequantize(codes.float(), scale, zero, scheme).numpy())


def check_e4m3(set_name):
    halves = np.arange(65536, dtype=np.uint16).view(np.float16).astype(np.float32)
    values = np.concatenate([halves[np.isfinite(halves)], weights(512).numpy().reshape(-1)])
    for scale in np.float32([1, 0.0123, 3]):
        expected = (torch.from_numpy(values) / torch.tensor(scale)).clamp(-448, 448).to(torch.float8_e4m3fn)
        codes, back = split(run(set_name, "e4m3", repr(float(scale)), values=values), ("u1", len(values)),
                            ("f4", len(values)))
        same(f"{set_name}, E4M3, {scale}: codes", codes, expected.view(torch.uint8).numpy())
        same(f"{set_name}, E4M3, {scale}: values", back, (expected.float() * torch.tensor(scale)).numpy())


def check_nvfp4(set_name):
    values = weights(64)
    scale_of_all = generate_gparam(values.min(), values.max())
    scheme = QuantizationArgs(num_bits=4, type="float", symmetric=True, strategy="tensor_group", group_size=16,
                              scale_dtype=torch.float8_e4m3fn)
    groups = values.reshape(-1, 16)
    scale, _ = calculate_qparams(groups.amin(1, keepdim=True), groups.amax(1, keepdim=True), scheme, scale_of_all)
    scale = scale.reshape(ROWS, -1)
    codes = quantize(values, scale, None, scheme, global_scale=scale_of_all)
    packed, scales, back = split(run(set_name, "nvfp4", repr(scale_of_all.item()), values=values.numpy()),
                                 ("u1", values.numel() // 2), ("u1", groups.shape[0]), ("f4", values.numel()))
    same(f"{set_name}, NVFP4: codes", packed, pack_fp4_to_uint8(codes).numpy())
    same(f"{set_name}, NVFP4: scales", scales, scale.to(torch.float8_e4m3fn).view(torch.uint8).numpy())
    same(f"{set_name}, NVFP4: values", back, dequantize(codes, scale, None, scheme, global_scale=scale_of_all).numpy())


def check_mxfp4(set_name):
    values = weights(128)
    scheme = QuantizationArgs(num_bits=4, type="float", symmetric=True, strategy="group", group_size=32,
                              scale_dtype=torch.uint8)
    groups = values.reshape(-1, 32)
    scale, _ = calculate_qparams(groups.amin(1, keepdim=True), groups.amax(1, keepdim=True), scheme)
    scale = scale.reshape(ROWS, -1)
    codes = quantize(values, scale, None, scheme)
    packed, exponents, back = split(run(set_name, "mxfp4", values=values.numpy()), ("u1", values.numel() // 2),
                                    ("u1", groups.shape[0]), ("f4", values.numel()))
    same(f"{set_name}, MXFP4: codes", packed, pack_fp4_to_uint8(codes).numpy())
    same(f"{set_name}, MXFP4: exponents", exponents, compress_mx_scale(scale, torch.uint8).numpy())
    same(f"{set_name}, MXFP4: values", back, dequantize(codes, scale, None, scheme).numpy())


for set_name in kernels.sets:
    for bits in (2, 3, 4, 8):
        for length in (32, 64, 128, 1000):
            check_integers(set_name, bits, False, length, "f32")
            for format in FORMATS:
                check_integers(set_name, bits, True, length, format)
    check_e4m3(set_name)
    check_nvfp4(set_name)
    check_mxfp4(set_name)
print(f"{kernels.checks} comparisons with compressed-tensors, all the same; sets {' and '.join(kernels.sets)}")
