#!/usr/bin/env python3
# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Puts placeholder libraries where torch looks for CUDA's, so that it loads on a processor without 2 GB of them.

torch for x86-64 Linux is published with CUDA only. The interoperability tests run it on the processor, which calls none
of those libraries, but the loader wants them there. A placeholder has the names torch asks for; whoever calls one ends
the program with a message, so no result can come from a placeholder. The CUDA runtime itself is the real one: torch asks
it whether there is a device.
usage: placeholders.py   (by the interpreter that has torch; needs cc, nm and readelf: gcc and binutils)
"""

import pathlib
import re
import subprocess
import sysconfig

REAL = "libcudart.so"
# Libraries without versions on their symbols, by what their symbols start with.
UNVERSIONED = {"nccl": "libnccl.so.2", "cusparseLt": "libcusparseLt.so.0", "cuFile": "libcufile.so.0"}
VERSIONS = {"NVSHMEM": "libnvshmem_host.so.3"}
SOURCE = """#include <stdio.h>
#include <stdlib.h>
static void missing(const char *name) {{
    fprintf(stderr, "%s of {library} was called, which is a placeholder here\\n", name);
    abort();
}}
"""


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def needed_by(library):
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "--dynamic", "--wide", library)))


def home_of(symbol, version):
    """The CUDA library a symbol belongs to, or None for one of another kind."""
    if version:
        return VERSIONS.get(version, version if version.startswith(("libcu", "libnv")) else None)
    return next((library for start, library in UNVERSIONED.items() if symbol.startswith(start)), None)


def symbols_by_library(libraries):
    found = {}
    for library in libraries:
        for name in output_of("nm", "--dynamic", "--undefined-only", "--format=just-symbols", library).split():
            symbol, _, version = name.partition("@")
            home = home_of(symbol, version.lstrip("@"))
            if home:
                found.setdefault(home, {})[symbol] = version.lstrip("@")
    return found


def make(folder, library, symbols):
    source = SOURCE.format(library=library)
    source += "".join(f'void {symbol}(void) {{ missing("{symbol}"); }}\n' for symbol in sorted(symbols))
    script = folder / f"{library}.map"
    versions = sorted({version for version in symbols.values() if version})
    assert len(versions) <= 1, f"{library} has symbols of several versions: {versions}"
    script.write_text(f"{versions[0]} {{ *; }};\n" if versions else "{ global: *; };\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", "-x", "c", "-", "-o", folder / library,
                    f"-Wl,-soname,{library}", f"-Wl,--version-script={script}"], check=True, input=source, text=True)
    script.unlink()


def main():
    folder = pathlib.Path(sysconfig.get_path("platlib")) / "torch" / "lib"
    libraries = sorted(folder.glob("lib*.so"))
    wanted = set().union(*(needed_by(library) for library in libraries))
    symbols = symbols_by_library(libraries)
    for library in sorted(wanted):
        is_cuda = library.startswith(("libcu", "libnv", "libnccl"))
        if is_cuda and not library.startswith((REAL, "libcuda.so")):
            make(folder, library, symbols.get(library, {}))


main()
