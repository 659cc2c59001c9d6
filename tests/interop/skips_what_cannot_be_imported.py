# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Comparisons with a package that is not there, or that cannot be imported, count as skipped and not as failed."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import venv

import common

COMPARISONS = {"bnb_same_bytes": "bitsandbytes", "group_same_bytes": "compressed_tensors"}
parser = argparse.ArgumentParser()
for option in ("--model", "--work"):
    parser.add_argument(option, required=True, type=pathlib.Path)
args = parser.parse_args()
packages = args.work / "packages"


def check(test):
    program = pathlib.Path(__file__).with_name(f"{test}.py")
    command = [sys.executable, program, "--packages", packages, "--model", args.model, "--work", args.work / test,
               "--cli", "none", "--tool", "none"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert result.returncode == common.SKIPPED, f"{test} ended with {result.returncode}: {result.stdout}"
    assert f"skipped: {COMPARISONS[test]} cannot be imported" in result.stdout, f"{test} says: {result.stdout}"


shutil.rmtree(args.work, ignore_errors=True)
venv.create(packages, symlinks=True, with_pip=False)
for stamp in ("installed.txt", "transformers.txt"):  # as if all had been installed
    (packages / stamp).touch()
for test, package in COMPARISONS.items():
    check(test)
    home = pathlib.Path(sysconfig.get_path("purelib", vars={"base": str(packages)}, scheme="venv")) / package
    home.mkdir()
    for error in ("ImportError", "OSError"):  # of a module, of a library
        (home / "__init__.py").write_text(f"raise {error}('a part of it is missing')\n")
        check(test)
