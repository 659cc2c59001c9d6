// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fuzzes the safetensors reader. What it accepts has to fill the file without gap or overlap.

#include "core/formats/bytesource.h"
#include "core/formats/names.h"
#include "core/formats/safetensors.h"

#include <cstdio>
#include <cstdlib>

using namespace snug;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const MemorySource source(std::as_bytes(std::span(data, size)));
    const auto tensors = readSafetensorsHeader(source);
    if (!tensors) {
        require(!tensors.error().message.empty(), "a refusal says what");
        return 0;
    }
    std::uint64_t next = tensors->empty() ? size : tensors->front().offset;
    for (const SafetensorsTensor &tensor : *tensors) {
        require(tensor.offset == next, "tensors follow each other");
        require(safetensorsDtypeBits(tensor.dtype).has_value(), "a tensor has a known dtype");
        require(!tensor.name.empty() && isPlainText(tensor.name), "a name can be shown");
        next += tensor.sizeBytes;
    }
    require(next == size, "tensors fill the file");
    return 0;
}
