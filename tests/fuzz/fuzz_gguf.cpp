// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fuzzes the GGUF reader. What it accepts has to hold what it promises, and the writer has to take it.

#include "core/formats/bytesource.h"
#include "core/formats/gguf.h"
#include "core/formats/ggufsplit.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

using namespace snug;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

void useValue(const GgufValue &value)
{
    const auto strings = value.asStrings();
    require(!strings || strings->size() == value.elementCount(), "a list has as many strings as it says");
    const auto numbers = value.asNumbers();
    require(!numbers || numbers->size() == value.elementCount(), "a list has as many numbers as it says");
    const auto flags = value.asBools();
    require(!flags || flags->size() == value.elementCount(), "a list has as many flags as it says");
    require(!value.asUnsigned() || value.asNumber(), "an integer is a number");
    require(!value.asString() || value.asString()->size() + 8 == value.payload().size(), "a string fills its payload");
}

void useHeader(const GgufHeader &header, std::uint64_t fileBytes)
{
    std::vector<GgufWriter::Tensor> tensors;
    for (const GgufTensor &tensor : header.tensors) {
        require(tensor.sizeBytes > 0 && tensor.offset >= header.dataOffset, "a tensor lies in the data");
        require(tensor.offset + tensor.sizeBytes <= fileBytes, "a tensor ends in the file");
        require(tensorBytes(tensor.type, tensor.dims) == tensor.sizeBytes, "a tensor has the bytes of its shape");
        tensors.push_back({tensor.name, tensor.dims, tensor.type});
    }
    for (const auto &[key, value] : header.metadata.entries()) {
        require(!key.empty(), "a key has a name");
        useValue(value);
    }
    require(GgufWriter::fileBytes(header.metadata, tensors).has_value(), "what was read can be written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const MemorySource source(std::as_bytes(std::span(data, size)));
    const auto header = readGgufHeader(source);
    if (!header) {
        require(!header.error().message.empty() && header.error().offset <= size, "a refusal says what and where");
        return 0;
    }
    useHeader(*header, size);
    const auto split = readSplitInfo(header->metadata);
    require(!split || !*split || (*split)->number < (*split)->count, "a part lies within its set");
    return 0;
}
