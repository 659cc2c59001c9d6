# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""What comparisons of the kernels with another package share: their program, cutting its output, comparing."""

import subprocess

import numpy as np


def split(data, *parts):
    """Arrays of these (type, count) one after the other."""
    found, offset = [], 0
    for kind, count in parts:
        found.append(np.frombuffer(data, kind, count, offset))
        offset += found[-1].nbytes
    assert offset == len(data), (offset, len(data))
    return found


class Kernels:
    """The program that answers with what the kernels make of numbers, and the count of comparisons with it."""

    def __init__(self, tool):
        names = subprocess.run([str(tool), "sets"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        self.sets = list(dict.fromkeys((names[0], names[-1])))  # the unit tests compare all sets with each other
        self.checks = 0
        self._tool = tool

    def run(self, *words, values, refused=False):
        """What the program writes when it is given these numbers; where it has to refuse them, nothing."""
        command = [str(self._tool), *map(str, words)]
        result = subprocess.run(command, input=np.ascontiguousarray(values, dtype=np.float32).tobytes(),
                                stdout=subprocess.PIPE)
        as_wanted = result.returncode > 0 if refused else result.returncode == 0
        assert as_wanted, f"{' '.join(command)} ended with {result.returncode}"
        return result.stdout

    def same(self, what, found, expected, by_value=False):
        """Bit by bit, and of one type; by value, 0 equals -0 whatever the types."""
        self.checks += 1
        found, expected = (np.asarray(array).reshape(-1) for array in (found, expected))
        assert found.shape == expected.shape and (by_value or found.dtype == expected.dtype), \
            f"{what}: {found.dtype} {found.shape}, not {expected.dtype} {expected.shape}"
        integers = f"u{found.dtype.itemsize}"
        differ = found != expected if by_value else found.view(integers) != expected.view(integers)
        wrong = np.flatnonzero(differ)
        assert not wrong.size, (f"{what}: {wrong.size} of {found.size} differ, the first at {wrong[0]}: "
                                f"{found[wrong[0]]!r} is not {expected[wrong[0]]!r}")
