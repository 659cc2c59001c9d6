# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""For each family: logits of every position of a text, as core/runtime computes them, are those of transformers.

From the checkpoint itself and from the F32 GGUF made of it; the whole text at once, and through a cache."""

import os
import subprocess

import common

LENGTH = 200  # tokens: several windows, several times the length that scaled positions were made for
TOLERANCE = 1e-3  # of a logit; found: see README.md
args = common.arguments()
if not (args.packages / "transformers.txt").exists():
    common.skip(f"no transformers library in {args.packages}; tests/interop/setup says why")
os.environ.update(CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1", TRANSFORMERS_NO_ADVISORY_WARNINGS="1")

import numpy as np  # noqa: E402

import greedy  # noqa: E402
import logitcases  # noqa: E402
import qwen2moe  # noqa: E402
import tinycheckpoint  # noqa: E402


def expected_logits(model, ids):
    import torch

    with torch.inference_mode():
        return model(torch.tensor([ids]), use_cache=False).logits[0].numpy()


def computed_logits(place, ids, mode):
    """What printlogits says; rows without logits are NaN."""
    numbers, out = args.work / "ids.txt", args.work / "logits.bin"
    numbers.write_text(" ".join(map(str, ids)))
    result = subprocess.run([args.tool, mode, place, numbers, out], stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, f"printlogits {mode} of {place.name}: {result.stderr.strip()}"
    return np.fromfile(out, "<f4").reshape(len(ids), -1)


def difference(place, ids, expected, mode):
    """The largest one; raises where rows are missing."""
    logits = computed_logits(place, ids, mode)
    assert logits.shape == expected.shape, f"{logits.shape} logits, expected {expected.shape}"
    there = ~np.isnan(logits).any(axis=1)
    assert there.sum() >= (len(ids) if mode == "all" else len(ids) // 2), f"only {there.sum()} rows have logits"
    return float(np.abs(logits - expected)[there].max())


def check(name, folder, ggufs, ids):
    """Largest difference of all ways; raises where it is too large."""
    expected = expected_logits(greedy.load(folder), ids)
    assert np.isfinite(expected).all() and expected.std(axis=1).min() > 0.05, "the model says nothing"
    found = {f"{place.suffix.removeprefix('.') or 'folder'}, {mode}": difference(place, ids, expected, mode)
             for place in ggufs for mode in ("all", "chunks")}
    worst = max(found, key=found.get)
    assert found[worst] < TOLERANCE, f"{name} differs: {found}"
    return f"{name}: {found[worst]:.1e} at most ({worst}), logits up to {np.abs(expected).max():.1f}"


def check_family(family):
    folder = args.work / "".join(letter for letter in family.name if letter.isalnum())
    checkpoint = tinycheckpoint.write(folder, family)
    gguf = folder.with_suffix(".gguf")
    common.quantize(args, "F32", model=folder, output=gguf)
    ordinary = sorted(set(range(checkpoint.vocabulary)) - set(checkpoint.forbidden))
    ids = checkpoint.prompt + [int(one) for one in np.random.default_rng(7).choice(ordinary, LENGTH - len(checkpoint.prompt))]
    return check(family.name, folder, [folder, gguf], ids)


def check_qwen2moe(case):
    """Snug converts no checkpoint of this one, so its GGUF is written here."""
    folder = args.work / "".join(letter for letter in case.name if letter.isalnum())
    gguf, vocabulary = qwen2moe.write(folder, case)
    ids = [int(one) for one in np.random.default_rng(7).integers(0, vocabulary, LENGTH)]
    return check(case.name, folder, [gguf], ids)


lines, failed = [], []
checks = [(case, check_family) for case in logitcases.CASES] + [(case, check_qwen2moe) for case in qwen2moe.CASES]
checks = [(case, how) for case, how in checks if args.only in ("", case.name)]
assert checks, f"no family is named {args.only}"
for case, how in checks:
    try:
        lines.append(how(case))
    except Exception as error:
        failed.append(case.name)
        lines.append(f"{case.name}: {type(error).__name__}: {error}")
    print(lines[-1], flush=True)
assert not failed, f"these families differ: {'; '.join(failed)}"
