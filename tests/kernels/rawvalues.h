// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the programs of tests/interop have in common: numbers in, bytes out, and the names of this machine's
// instruction sets.

#pragma once

#include "core/kernels/kernelset.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace snug::test {

/// All of the standard input as float32.
inline std::vector<float> readFloats()
{
    std::vector<float> values;
    float part[4096];
    while (const std::size_t got = std::fread(part, sizeof(float), std::size(part), stdin))
        values.insert(values.end(), part, part + got);
    return values;
}

/// To the standard output, as they lie in memory.
template <class T> void write(const std::vector<T> &values)
{
    std::fwrite(values.data(), sizeof(T), values.size(), stdout);
}

/// One name a line; what main() returns.
inline int listSets()
{
    int count = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
    for (int i = 0; i < count; ++i)
        std::puts(sets[i]->name);
    return EXIT_SUCCESS;
}

} // namespace snug::test
