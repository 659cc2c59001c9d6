# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Clean the books and split them into train.txt and heldout.txt.

Put the plain-text edition of each book of books.tsv into a folder as
<number>.txt, then run:  python prepare.py RAW_FOLDER WORK_FOLDER
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EOT = "<|endoftext|>"

# One run of paragraphs from the middle of each of these books is held out.
HELD_OUT_BOOKS = ("641", "837", "479", "108", "105")
HELD_OUT_BYTES = 16_000

PLAIN = str.maketrans({
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201c": '"', "\u201d": '"',
    "\u201e": '"', "\u2013": "-", "\u2014": "--", "\u2015": "--", "\u2026": "...",
    "\u00a0": " ", "\ufeff": "", "\u00ad": "", "\u00ab": '"', "\u00bb": '"',
    "\u00e6": "ae", "\u00c6": "Ae", "\u0153": "oe", "\u0152": "Oe",
    "_": "", "*": "", "~": "", "|": "", "\t": " ",
})

BOILERPLATE = re.compile(
    r"gutenberg|e-?text|ebook|transcri|proofread|produced by|\[illustration|"
    r"\[footnote|\[picture|copyright|scanned|all rights|http|www\.|@", re.I)
START = re.compile(r"\*\*\* ?START OF TH[^\n]*|\*END\W+THE SMALL PRINT[^\n]*|"
                   r"\*END\*THE SMALL PRINT[^\n]*", re.I)
END = re.compile(r"\n[^\n]{0,12}END OF (?:THE |THIS )?PROJECT GUTENBERG[^\n]*", re.I)
HEADING = re.compile(r"^(chapter|book|volume|part|preface|contents|stave|letter)\b", re.I)


def decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def body(text: str) -> str:
    """The text between the licence header and the licence footer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    marks = list(START.finditer(text))
    if marks:
        text = text[marks[-1].end():]
    end = END.search(text)
    return text[:end.start()] if end else text


def paragraphs(text: str):
    """Running prose only: one string per paragraph, lines joined."""
    for block in re.split(r"\n[ \t]*\n", text):
        lines = [line.rstrip() for line in block.split("\n") if line.strip()]
        if not lines:
            continue
        raw = " ".join(line.strip() for line in lines)
        if BOILERPLATE.search(raw):
            continue
        indented = sum(line.startswith("  ") for line in lines)
        short = max(len(line) for line in lines) < 52
        if len(lines) > 1 and (short or indented == len(lines)):
            continue  # verse, a list or a table of contents
        prose = raw.translate(PLAIN)
        prose = re.sub(r"\[[^\]]{0,80}\]|\{[^}]{0,40}\}", "", prose)
        prose = re.sub(r" {2,}", " ", prose)
        prose = re.sub(r" ?-{2,} ?", "--", prose).strip()
        prose = "".join(c if " " <= c <= "~" or c.isalpha() else "" for c in prose)
        letters = [c for c in prose if c.isalpha()]
        if len(letters) < 8 or HEADING.match(prose) and len(prose) < 90:
            continue
        if sum(c.isupper() for c in letters) > 0.5 * len(letters):
            continue  # a heading in capitals
        if not re.search(r"[.!?:;,\"')-]$", prose):
            continue  # a title or a list entry
        yield prose


def clean(data: bytes) -> list[str]:
    found = list(paragraphs(body(decode(data))))
    # Front matter ends where the first real paragraph begins.
    first = next((i for i, p in enumerate(found) if len(p) >= 200), 0)
    return found[first:]


def main(raw: Path, work: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    books = [line.split("\t") for line in (HERE / "books.tsv").read_text().splitlines()
             if line and not line.startswith("#")]
    train, held = [], []
    for number, title, *_ in books:
        found = clean((raw / f"{number}.txt").read_bytes())
        if number in HELD_OUT_BOOKS:
            start = stop = len(found) // 2
            size = 0
            while size < HELD_OUT_BYTES:
                size += len(found[stop].encode()) + 2
                stop += 1
            held.append(found[start:stop])
            found = found[:start] + found[stop:]
        train.append(found)
        print(f"{number:>6} {sum(map(len, found)):>9,} characters  {title}")
    unseen = {p for passage in held for p in passage if len(p) > 60}
    train = [[p for p in book if p not in unseen] for book in train]
    (work / "train.txt").write_text(
        EOT.join("\n\n".join(book) + "\n" for book in train), encoding="utf-8")
    (work / "heldout.txt").write_text(
        "\n\n".join("\n\n".join(passage) for passage in held) + "\n", encoding="utf-8")
    for name in ("train.txt", "heldout.txt"):
        print(f"{name}: {(work / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
