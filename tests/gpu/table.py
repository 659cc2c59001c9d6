# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# The table of tests/gpu/check: for every device and type whether the bytes are the processor's, and the speed.
# usage: table.py FOLDER     with the files conformance, bench and files; fails when bytes differ

import json
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])


def conformance():
    """(device, type, weighted) -> [passed, failed], over all test functions with rows of types"""
    found = {}
    row = re.compile(r"^(PASS|FAIL!)\s*: TestConformance::\w+\((.*), (\w+?)(, weighted)?\)")
    for line in (folder / "conformance").read_text(errors="replace").splitlines():
        if match := row.match(line):
            device = re.search(r"\b(?:cuda|vulkan):\d+\b", match[2])
            if device and "on the host" not in match[2]:
                counts = found.setdefault((device[0], match[3], bool(match[4])), [0, 0])
                counts[match[1] != "PASS"] += 1
    return found


def speeds():
    """(device, type, kind) -> million weights a second, remark"""
    found = {}
    for row in json.loads((folder / "bench").read_text())["benchmarks"]:
        kind, kind_of_weights, device = (row["name"].split("/") + ["", ""])[:3]
        found[device, kind_of_weights, kind] = (row["weights_per_second"] / 1e6, row["remark"])
    return found


def cell(speed, floor):
    if speed is None:
        return "", ""
    rate, remark = speed
    if not rate:
        return remark, ""
    return f"{rate:,.0f}", f"{floor[0] / rate:.2f}" if floor and floor[0] else ""


def main():
    equal, rates = conformance(), speeds()
    wrong = False
    print("| device | type | bytes | copies, M weights/s | M weights/s | times copies | imatrix, M weights/s | times copies |")
    print("|---|---|---|---|---|---|---|---|")
    for device, name in dict.fromkeys((device, name) for device, name, _ in rates):
        counts = [equal.get((device, name, weighted), [0, 0]) for weighted in (False, True)]
        passed, failed = (sum(count[i] for count in counts) for i in (0, 1))
        wrong |= failed > 0 or passed == 0
        verdict = "DIFFERENT" if failed else "same" if passed else "not tried"
        floor = rates.get((device, name, "device-copy"))
        plain = cell(rates.get((device, name, "device")), floor)
        weighted = cell(rates.get((device, name, "device-imatrix")), floor)
        print("|", " | ".join([device, name, verdict, cell(floor, None)[0], *plain, *weighted]), "|")
    for line in (folder / "files").read_text().splitlines():
        device, verdict = line.split()
        if device != "cpu":
            print(f"sample model on {device}: {verdict}")
            wrong |= verdict != "same"
    return 1 if wrong else 0


sys.exit(main())
