# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""What the interoperability tests share: arguments, the packages' interpreter, running snug-cli."""

import argparse
import importlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77  # the exit status ctest counts as skipped


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def arguments():
    """Parses the command line and goes on in the interpreter that has the packages."""
    parser = argparse.ArgumentParser()
    for name in ("packages", "cli", "model", "work"):
        parser.add_argument(f"--{name}", required=True, type=pathlib.Path)
    parser.add_argument("--shared", type=pathlib.Path, help="the folder of test data that is not part of the sources")
    parser.add_argument("--tool", type=pathlib.Path, help="the program of the kernels, where a test needs one")
    parser.add_argument("--only", default="", help="the one case to run, where a test has several")
    args = parser.parse_args()
    if shared := os.environ.get("SNUG_SHARED_DATA"):
        args.shared = pathlib.Path(shared)
    python = args.packages / "bin" / "python"
    if not (args.packages / "installed.txt").exists() or not python.exists():
        skip(f"no packages in {args.packages}; tests/interop/setup makes them")
    if not (args.model / "config.json").exists():
        skip(f"no sample model in {args.model}")
    if pathlib.Path(sys.prefix).resolve() != args.packages.resolve():
        os.execv(python, [str(python), *sys.argv])
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    return args


def need(args, *modules):
    """Skips the test where one of these cannot be imported, or lacks a library it loads."""
    for module in modules:
        try:
            importlib.import_module(module)
        except (ImportError, OSError) as error:
            skip(f"{module} cannot be imported from {args.packages} ({error}); tests/interop/setup says why")


def quantize(args, *levels, model=None, output=None, method="gguf", options=()):
    """Runs snug-cli quantize for these levels at once; returns its report."""
    output = output or args.work / (f"{levels[0]}.gguf" if len(levels) == 1 else "levels")
    command = [args.cli, "quantize", model or args.model, "--method", method, "--level", ",".join(levels),
               "-o", output, "--json", *options]
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, f"snug-cli ended with {result.returncode}: {result.stderr.strip()}"
    report = json.loads(result.stdout)
    assert report["outcome"] == "succeeded", report
    return report
