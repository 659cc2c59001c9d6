# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""compare.py BENCH DATA [TOKENIZER...]: Snug's tokenizerbench beside the Hugging Face tokenizers library."""

import pathlib
import subprocess
import sys
import tempfile
import time

from tokenizers import Regex, Tokenizer, models, pre_tokenizers

QWEN2 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
         r"\s+(?!\S)|\s+")
PLACES = ("gpt2", "qwen2.5", "phi-2", "gpt-neox-20b", "tinyllama-1.1b-chat", "phi-3-mini")


def from_merges(folder, pre_tokenizer):
    tokenizer = Tokenizer(models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt")))
    tokenizer.pre_tokenizer = pre_tokenizer
    return tokenizer


def load(place, folder):
    if (folder / "tokenizer.json").exists():
        return Tokenizer.from_file(str(folder / "tokenizer.json"))
    if place == "gpt2":
        return from_merges(folder, pre_tokenizers.ByteLevel(add_prefix_space=False))
    split = pre_tokenizers.Split(Regex(QWEN2), "isolated")
    return from_merges(folder, pre_tokenizers.Sequence(
        [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]))


def main():
    bench, data = sys.argv[1], pathlib.Path(sys.argv[2])
    path = data / "text/wikitext-2-raw/wiki.test.raw"
    text = path.read_bytes().decode()
    same = True
    print("| tokenizer | library, s | Snug, s | ratio | tokens | ids |\n|---|---|---|---|---|---|")
    for place in sys.argv[3:] or PLACES:
        tokenizer = load(place, data / "tokenizers" / place)
        best = 1e9
        for _ in range(5):
            start = time.perf_counter()
            encoding = tokenizer.encode(text, add_special_tokens=False)
            best = min(best, time.perf_counter() - start)
        with tempfile.NamedTemporaryFile() as out:
            answer = subprocess.run([bench, place, path, out.name], capture_output=True, text=True, check=True)
            ids = [int(line) for line in open(out.name, encoding="ascii")]
        seconds = float(answer.stdout)
        equal = ids == encoding.ids
        same = same and equal
        if not equal:
            at = next((i for i, (a, b) in enumerate(zip(ids, encoding.ids)) if a != b), min(len(ids), len(encoding.ids)))
            print(place, "differs at token", at, ids[at:at + 8], encoding.ids[at:at + 8], file=sys.stderr)
        print(f"| {place} | {best:.2f} | {seconds:.3f} | {seconds / best:.2f} | {len(ids):,} | "
              f"{'same' if equal else 'differ'} |", flush=True)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
