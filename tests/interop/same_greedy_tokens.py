# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""For each family: a tiny random checkpoint, converted to F32, goes on in llama.cpp as it does in transformers."""

import os
import shutil

import common

COUNT = 32  # tokens that have to be the same
LEAST_LEAD = 0.01  # a chosen token's lead in the logits; far above the rounding of either program
args = common.arguments()
if not (args.packages / "transformers.txt").exists():
    common.skip(f"no transformers library in {args.packages}; tests/interop/setup says why")
os.environ.update(CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1", TRANSFORMERS_NO_ADVISORY_WARNINGS="1")

import families  # noqa: E402
import greedy  # noqa: E402
import tinycheckpoint  # noqa: E402


def converted(folder, checkpoint):
    """The ids that llama.cpp goes on with after conversion of the folder by snug-cli."""
    gguf = folder.with_name(folder.name + ".gguf")
    common.quantize(args, "F32", model=folder, output=gguf)
    return greedy.llamacpp(gguf, checkpoint.prompt, COUNT, forbidden=checkpoint.forbidden)["ids"]


def resaved(model, folder):
    """The model as transformers saves it today: its names in config.json differ from those of older checkpoints."""
    other = folder.with_name(folder.name + "-resaved")
    model.save_pretrained(other)
    for file in (*folder.glob("tokenizer*"), *folder.glob("added_tokens.json")):
        shutil.copyfile(file, other / file.name)
    return other


def check(family):
    """Raises where the two programs differ, or where the model is too dull to tell."""
    folder = args.work / family.name.replace(" ", "-").replace(",", "")
    checkpoint = tinycheckpoint.write(folder, family)
    model = greedy.load(folder)
    expected, lead = greedy.transformers(model, checkpoint.prompt, COUNT, forbidden=checkpoint.forbidden)
    assert len(set(expected)) >= COUNT // 3, f"the model repeats itself: {expected}"
    assert lead >= LEAST_LEAD, f"a token leads by {lead:.4f} only; another seed is needed"
    folders = [folder]
    if "quantization_config" not in family.config:
        folders.append(resaved(model, folder))
    for place in folders:
        ids = converted(place, checkpoint)
        assert ids == expected, f"llama.cpp chose {ids} from {place.name}, transformers {expected}"
    return f"{COUNT} tokens, {len(set(expected))} different ones, least lead {lead:.3f}, {len(folders)} layouts"


chosen = [family for family in families.FAMILIES if args.only in ("", family.name)]
assert chosen, f"no family is named {args.only}"
lines, failed = [], []
for family in chosen:
    try:
        lines.append(f"{family.name}: the same, {check(family)}")
    except Exception as error:
        failed.append(family.name)
        lines.append(f"{family.name}: {type(error).__name__}: {error}")
print("\n".join(lines))
assert not failed, f"these families differ: {'; '.join(failed)}"
