# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""A published build of llama.cpp loads the sample's Q4_K_M and tells a story in real words."""

import re

import common

PROMPT = "Once upon a time there was a king"


def words_of(text):
    return re.findall(r"[a-z]+", text.lower())


args = common.arguments()

import xllamacpp  # noqa: E402  (only the packages' interpreter has it)

report = common.quantize(args, "Q4_K_M")
params = xllamacpp.CommonParams()
params.model.path = report["outputs"][0]["path"]
params.n_ctx = 256
params.n_parallel = 1
params.cpuparams.n_threads = 2
server = xllamacpp.Server(params)
answer = server.handle_completions({"prompt": PROMPT, "n_predict": 60, "temperature": 0.7, "seed": 1})
text = answer["choices"][0]["text"]
print(f"{PROMPT}{text}")

assert answer["usage"]["completion_tokens"] >= 20, answer
# Weights in the wrong order or of the wrong scale give pieces of words; a sound file gives words of the language.
known = set(words_of((args.model / "heldout.txt").read_text()))
words = words_of(text)[:-1]  # the last one may be cut off
share = sum(word in known for word in words) / max(len(words), 1)
print(f"{share:.0%} of {len(words)} words are in the sample's own texts, {len(set(words))} different ones")
assert len(set(words)) >= 10 and share >= 0.8
