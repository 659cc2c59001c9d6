# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Train the byte-level BPE vocabulary.  python make_tokenizer.py WORK_FOLDER OUT_FOLDER"""

import json
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

EOT = "<|endoftext|>"
VOCABULARY = 2048
CONTEXT = 512


def main(work: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    books = (work / "train.txt").read_text(encoding="utf-8").split(EOT)

    # The GPT-2 splitting rule, which llama.cpp knows as "gpt-2".
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.train_from_iterator(books, trainers.BpeTrainer(
        vocab_size=VOCABULARY, special_tokens=[EOT], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    assert tokenizer.get_vocab_size() == VOCABULARY
    eot = tokenizer.token_to_id(EOT)
    tokenizer.save(str(out / "tokenizer.json"))
    (out / "tokenizer_config.json").write_text(json.dumps({
        "add_bos_token": False,
        "add_eos_token": False,
        "add_prefix_space": False,
        "bos_token": EOT,
        "eos_token": EOT,
        "unk_token": None,
        "clean_up_tokenization_spaces": False,
        "model_max_length": CONTEXT,
        "tokenizer_class": "PreTrainedTokenizerFast",
    }, indent=2) + "\n")

    ids = [i for book in tokenizer.encode_batch(books) for i in [*book.ids, eot]]
    np.array(ids, dtype=np.uint16).tofile(work / "train.bin")
    held = (work / "heldout.txt").read_text(encoding="utf-8")
    held_ids = tokenizer.encode(held).ids
    assert tokenizer.decode(held_ids) == held
    np.array(held_ids, dtype=np.uint16).tofile(work / "heldout.bin")
    print(f"{len(ids):,} training tokens, {len(held_ids):,} held-out tokens, "
          f"{len(held.encode()) / len(held_ids):.3f} bytes per token")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
