# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""What the timings beside it share: where snug-cli is, the cost of one run, and the digest of what it wrote."""

import hashlib
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLI = ROOT / "build/release/app/cli/snug-cli"


def need_cli():
    """Ends the program where there is no release build."""
    if not CLI.exists():
        sys.exit("error: build it first: cmake --preset release && cmake --build --preset release")


def run(*command):
    """Wall seconds, processor seconds and peak resident MiB of one run; ends the program where it fails."""
    words = [str(part) for part in command]
    start = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if status != 0:
        sys.exit(f"error: {' '.join(words)} failed:\n{errors.decode(errors='replace')[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def digest(path):
    """SHA-256 of a file."""
    value = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            value.update(block)
    return value.hexdigest()
