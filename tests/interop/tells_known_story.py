# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""stories260K, a trained model with a known answer, tells it token for token through llama.cpp after conversion."""

import json
import shutil
import struct

import common
import greedy
import tokenizerfiles


def pieces_of(data):
    """The pieces of a llama2.c tokenizer file: (text, score, kind)."""
    place, pieces = 4, []
    while place < len(data):
        score, length = struct.unpack_from("<fi", data, place)
        text = data[place + 8 : place + 8 + length].decode()
        place += 8 + length
        if len(pieces) < 3:  # its markers have line breaks around them
            kind = tokenizerfiles.CONTROL if pieces else tokenizerfiles.UNKNOWN
            pieces.append((text.strip(), score, kind))
        elif len(pieces) < 259:
            pieces.append((text, score, tokenizerfiles.BYTE))
        else:
            pieces.append((text.replace(" ", "\u2581"), score, tokenizerfiles.NORMAL))
    return pieces


args = common.arguments()
story = args.shared / "models" / "stories260K"
if not story.exists():
    common.skip(f"no shared test data in {args.shared}; set SNUG_SHARED_DATA to its folder")

checkpoint = args.work / "stories260K"
checkpoint.mkdir()
for name in ("config.json", "model.safetensors"):
    shutil.copyfile(story / "hf" / name, checkpoint / name)
pieces = pieces_of((story / "tok512.bin").read_bytes())
(checkpoint / "tokenizer.model").write_bytes(tokenizerfiles.sentencepiece_model(pieces))
(checkpoint / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "LlamaTokenizer"}))

expected = json.loads((story / "expected_greedy_ids.json").read_text())["ids"]
output = common.quantize(args, "F32", model=checkpoint)["outputs"][0]["path"]
known_ids = expected[1:]
answer = greedy.llamacpp(output, expected[:1], len(known_ids) + 1)  # the text goes one token further than the ids
print(answer["text"])
assert answer["ids"][:-1] == known_ids, f"expected {known_ids}, got {answer['ids']}"
assert answer["text"].strip() == (story / "expected_greedy.txt").read_text().strip()
