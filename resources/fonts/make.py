#!/usr/bin/env python3
# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Makes the fonts that Snug ships from Inter and JetBrains Mono.

usage: make.py INTER_FOLDER JETBRAINS_MONO_FOLDER   (needs fonttools)

Each font is cut down to the characters below. In the sans the figures of one width (the `tnum` feature) take the place
of the proportional ones, because Qt before 6.7 cannot ask for a feature. The results get names of their own.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
SANS = "Snug Sans"
MONO = "Snug Mono"
SANS_FILES = {"Regular": 400, "Medium": 500, "SemiBold": 600}


def characters():
    """Latin letters, punctuation, arrows and the few signs the program writes."""
    ranges = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x1E9E, 0x1E9E), (0x2010, 0x2015), (0x2018, 0x201F)]
    signs = "\u2002\u2009\u200a\u202f\u2020\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2122"
    signs += "\u2190\u2191\u2192\u2193\u2194\u2206\u2211\u2212\u221a\u221e\u2248\u2260\u2264\u2265\u00d7\u00f7\u2713\u2715"
    wanted = {code for first, last in ranges for code in range(first, last + 1)}
    return wanted | {ord(sign) for sign in signs}


def substitutions(font, tag):
    """Single substitutions of one feature, glyph name to glyph name."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != tag:
            continue
        for index in record.Feature.LookupListIndex:
            for sub in table.LookupList.Lookup[index].SubTable:
                sub = getattr(sub, "ExtSubTable", sub)
                found.update(getattr(sub, "mapping", {}))
    return found


def use_tabular_figures(font):
    swap = substitutions(font, "tnum")
    moved = 0
    for table in font["cmap"].tables:
        for code, glyph in list(table.cmap.items()):
            if glyph in swap and code < 0x3000:
                table.cmap[code] = swap[glyph]
                moved += 1
    return moved


def rename(font, family, style, weight):
    full = f"{family} {style}"
    keep = {0, 13, 14}  # copyright and licence stay as they were
    name = font["name"]
    name.names = [record for record in name.names if record.nameID in keep]
    linked = "Regular" if style == "Regular" else style
    texts = {1: family if style == "Regular" else full, 2: "Regular", 3: f"Snug; {full}", 4: full, 5: "Version 1.0",
             6: full.replace(" ", "") + "-" + linked if style != "Regular" else family.replace(" ", "") + "-Regular",
             10: "Cut down for the program Snug", 16: family, 17: style}
    for identifier, text in texts.items():
        name.setName(text, identifier, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [texts[6]]
        top = cff.topDictIndex[0]
        top.FullName, top.FamilyName = full, family


def make(source, target, family, style, weight, tabular):
    font = TTFont(source)
    moved = use_tabular_figures(font) if tabular else 0
    options = Options(layout_features=["kern", "mark", "ccmp", "locl", "case"] if tabular else ["ccmp", "locl"],
                      name_IDs=[0, 13, 14], notdef_outline=True, desubroutinize=False, hinting=not tabular,
                      recalc_timestamp=False, drop_tables=["DSIG", "STAT", "MVAR"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    rename(font, family, style, weight)
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes, {moved} figures of one width")


def main():
    inter, mono = Path(sys.argv[1]), Path(sys.argv[2])
    for style, weight in SANS_FILES.items():
        make(inter / f"Inter-{style}.otf", HERE / f"SnugSans-{style}.otf", SANS, style, weight, tabular=True)
    make(mono / "JetBrainsMono-Regular.ttf", HERE / "SnugMono-Regular.ttf", MONO, "Regular", 400, tabular=False)


main()
