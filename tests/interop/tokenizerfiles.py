# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Writes small tokenizer files as model publishers do: SentencePiece's tokenizer.model and byte-level tokenizer.json."""

import json
import string
import struct

NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6  # the kinds of pieces of a SentencePiece model
PAIRS = ["th", "he", "in", "er", "an", "on", "at", "st", "en", "ou", "es", "ng"]
NUMBERS_OF_3, SINGLE_NUMBERS = r"\p{N}{1,3}", r"\p{N}"
CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
AROUND = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
WORDS = r"|[^\r\n\p{L}\p{N}]?\p{L}+|"
O200K_UPPER, O200K_LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
O200K_START = r"[^\r\n\p{L}\p{N}]?"
PATTERNS = {
    "llama3": CONTRACTIONS + WORDS + NUMBERS_OF_3 + AROUND,
    "qwen2": CONTRACTIONS + WORDS + SINGLE_NUMBERS + AROUND,
    "o200k": f"{O200K_START}{O200K_UPPER}*{O200K_LOWER}+{CONTRACTIONS}?"
             f"|{O200K_START}{O200K_UPPER}+{O200K_LOWER}*{CONTRACTIONS}?|{NUMBERS_OF_3}"
             r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
}


def varint(number):
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(data) + bytes([number])


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def sentencepiece_model(pieces):
    """The protocol buffer of a byte-pair SentencePiece model; pieces are (text, score, kind)."""
    data = b""
    for text, score, kind in pieces:
        piece = field(1, text.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score)
        if kind != NORMAL:
            piece += varint(3 << 3) + varint(kind)
        data += field(1, piece)
    trainer = varint(3 << 3) + varint(2) + varint(35 << 3) + varint(1)  # model_type BPE, byte_fallback
    return data + field(2, trainer)


def byte_pieces():
    return [(f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256)]


def write_sentencepiece(folder, start, added=(), tokenizer_class="LlamaTokenizer"):
    """A vocabulary that opens with the pieces `start` (pairs of text and kind); `added` tokens follow it."""
    pieces = [(text, 0.0, kind) for text, kind in start] + byte_pieces()
    words = ["\u2581" + pair for pair in PAIRS] + PAIRS + ["\u2581", *string.ascii_letters, *string.digits, ".", ","]
    pieces += [(word, -float(rank), NORMAL) for rank, word in enumerate(words)]
    (folder / "tokenizer.model").write_bytes(sentencepiece_model(pieces))
    config = {"tokenizer_class": tokenizer_class, "add_bos_token": True, "add_eos_token": False}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    if added:
        ids = {text: len(pieces) + place for place, text in enumerate(added)}
        (folder / "added_tokens.json").write_text(json.dumps(ids))
    return [text for text, _, _ in pieces] + list(added)


def byte_letters():
    """GPT-2's letters for the 256 bytes: printable ones stand for themselves, the others follow from U+0100."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {byte: chr(byte) for byte in printable}
    letters.update({byte: chr(256 + place) for place, byte in enumerate(others)})
    return [letters[byte] for byte in range(256)]


def pre_tokenizer(splitting):
    if splitting == "smollm":
        return {"type": "Sequence", "pretokenizers": [
            {"type": "Digits", "individual_digits": True},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]}
    return {"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": PATTERNS[splitting]}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}]}


def write_byte_level(folder, splitting, special):
    """tokenizer.json with 256 bytes, a few merges and then the tokens `special`."""
    tokens = byte_letters() + PAIRS
    added = [{"id": len(tokens) + place, "content": text, "single_word": False, "lstrip": False, "rstrip": False,
              "normalized": False, "special": True} for place, text in enumerate(special)]
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
             "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
             "ignore_merges": splitting == "llama3", "vocab": {token: place for place, token in enumerate(tokens)},
             "merges": [" ".join(pair) for pair in PAIRS]}
    (folder / "tokenizer.json").write_text(json.dumps(
        {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
         "pre_tokenizer": pre_tokenizer(splitting), "post_processor": None, "decoder": {"type": "ByteLevel"},
         "model": model}))
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": special[0], "eos_token": special[-1]}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return tokens + special
